// expect: violated api line=13
// min-rounds: 1

/* The last character is read too late. */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("data", "r");
    if (!file)
        return 1;
    fclose(file);
    return fgetc(file) == EOF;
}
