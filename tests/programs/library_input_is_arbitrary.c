// expect: violated assert line=26
// rounds: 1   min-rounds: 1

/* Nothing is known of what comes from outside, so all of this may be true at once. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char byte = 0, other = 0;
    int number = 0;
    char line[3] = "", pair[2] = "";
    int read_one = read(0, &byte, 1) == 1 && byte == 'x';
    int some = fgetc(stdin) == 'y' && getc(stdin) == EOF && feof(stdin) && !feof(stdin);
    int state = ferror(stdin) && !ferror(stdin) && getchar() == 'q' && getchar() == EOF;
    int block = fread(pair, 1, 2, stdin) == 2 && pair[1] == 'r' && fread(pair, 1, 2, stdin) == 0;
    int text = fgets(line, 3, stdin) && line[0] == 's' && fwrite(pair, 1, 2, stdout) == 0;
    int name = getenv("x") == 0 && getenv("y") != 0;
    int wrote = write(1, &byte, 1) == -1 && close(1) == -1;
    int scanned = sscanf("1", "%d", &number) == 1 && number == 88 && fscanf(stdin, "%c", &other) == 1 && other == 'z';
    int told = ftell(stdin) == 1000 && fseek(stdin, 0, SEEK_END) == -1;
    int ran = system("true") == 7 && setenv("a", "b", 0) == -1 && sysconf(_SC_NPROCESSORS_CONF) == 3;
    int opened = fdopen(0, "r") == 0 && fdopen(0, "r") != 0 && fopen("f", "r") != 0 && fclose(stdout) == EOF;
    int known = state && block && text && name;
    assert(!(known && read_one && some && wrote && scanned && told && ran && opened));
    return 0;
}
