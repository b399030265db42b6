// expect: safe
// unwind: 12

/* What GNU and BSD add to string.h. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char text[8], fields[] = "a,,b";
    assert(stpcpy(text, "abc") == text + 3 && strcmp(text, "abc") == 0);
    assert(stpncpy(text, "xy", 4) == text + 2 && text[1] == 'y' && text[3] == 0);
    assert(mempcpy(text, "mn", 2) == text + 2 && text[1] == 'n');
    assert(memccpy(text, "op.q", '.', 4) == text + 3 && text[2] == '.' && text[3] == 0);
    assert(memccpy(text, "opq", '.', 2) == 0);
    assert(memrchr("abab", 'a', 4) != 0 && memrchr(text, 'p', 3) == text + 1 && !memrchr(text, 'z', 3));
    assert(strchrnul(text, '.') == text + 2 && *strchrnul(text, 'z') == 0);
    assert(strcasestr(text, "P.") == text + 1 && !strcasestr(text, "q"));

    char *rest = fields;
    assert(strcmp(strsep(&rest, ","), "a") == 0 && strcmp(strsep(&rest, ","), "") == 0);
    assert(strcmp(strsep(&rest, ","), "b") == 0 && rest == 0 && strsep(&rest, ",") == 0);
    assert(strlen(strerror(1)) > 0);
    assert(__builtin_stpcpy(text, "x") == text + 1 && __builtin_mempcpy(text, "yz", 2) == text + 2);
    return 0;
}
