// expect: safe
// options: --check assert,memory,api,leak

/* A file is no block of the program, closed or not; the streams of the process may be used and closed too. */
#include <stdio.h>

int main(void)
{
    char line[4];
    FILE *file = fopen("data", "r");
    if (file) {
        int character = fgetc(file);
        ungetc(character, file);
        if (!fgets(line, sizeof line, file) && feof(file))
            clearerr(file);
        fclose(file);
    }
    if (fgets(line, sizeof line, stdin))
        fclose(stdin);
    return 0;
}
