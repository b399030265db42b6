// expect: violated api line=14
// min-rounds: 1

/* Both ways close the file. */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("data", "r");
    if (!file)
        return 1;
    if (fgetc(file) == EOF)
        fclose(file);
    fclose(file);
    return 0;
}
