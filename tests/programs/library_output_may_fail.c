// expect: violated assert line=12
// rounds: 1   min-rounds: 1

/* A file may be missing, and writing to it may fail or stop early. */
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("file", "w");
    if (!file)
        return 0;
    assert(fwrite("abc", 1, 3, file) == 3 || ferror(file));
    fclose(file);
    return 0;
}
