// expect: violated api line=10
// min-rounds: 1

/* There may be no such file. */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("data", "r");
    int character = fgetc(file);
    fclose(file);
    return character == EOF;
}
