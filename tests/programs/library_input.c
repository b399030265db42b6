// expect: no-violation
// rounds: 1   unwind: 20

/* Input is arbitrary, but texts end and counts are in range. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int character = getchar();
    assert(character >= -1 && character < 256);
    char line[8];
    if (fgets(line, sizeof line, stdin))
        assert(strlen(line) < sizeof line);
    FILE *file = fopen("data", "r");
    if (file) {
        int numbers[2];
        size_t count = fread(numbers, sizeof(int), 2, file);
        assert(count <= 2);
        fclose(file);
    }
    char *home = getenv("HOME");
    if (home)
        assert(strlen(home) < 100);
    assert(rand() >= 0);
    return 0;
}
