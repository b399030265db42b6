// expect: safe
// unwind: 6

/* What input yields is arbitrary but within what the functions promise. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

int main(void) {
    int letter = fgetc(stdin), other = getc(stdin), third = getchar();
    assert(letter >= EOF && letter <= 255 && other >= EOF && other <= 255 && third >= EOF && third <= 255);
    assert(letter == EOF || ungetc(letter, stdin) == letter);

    char line[4] = "abc";
    if (fgets(line, 3, stdin))
        assert(strlen(line) <= 2 && line[3] == 0);
    else
        assert(line[0] == 'a');
    char buffer[5] = "wxyz";
    ssize_t got = read(0, buffer, 3);
    assert(got >= -1 && got <= 3 && buffer[3] == 'z');
    assert(fread(buffer, 1, 2, stdin) <= 2 && fwrite(buffer, 2, 2, stdout) <= 2);
    ssize_t put = write(1, buffer, 4);
    assert(put >= -1 && put <= 4);

    FILE *file = fdopen(3, "r");
    if (file) {
        int moved = fseek(file, 4, SEEK_SET);
        assert(moved == 0 || moved == -1);
        rewind(file);
        clearerr(file);
        int closed = fclose(file);
        assert(closed == 0 || closed == EOF);
    }
    int closed = close(3);
    assert(closed == 0 || closed == -1);

    int number = 1;
    char word[3] = "";
    int found = fscanf(stdin, "%d %2s", &number, word);
    assert(found >= EOF && found <= 2 && (found >= 1 || number == 1));
    int known = sscanf("5", "%d", &number);
    assert(known <= 1);
    int set = setenv("name", "value", 1);
    assert(set == 0 || set == -1);
    assert(getpid() > 0 && sysconf(_SC_NPROCESSORS_ONLN) >= 1 && sysconf(_SC_PAGESIZE) == 4096);
    return 0;
}
