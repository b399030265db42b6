// expect: safe
// unwind: 20

/* The functions of string.h and strings.h that bound, search and split. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char text[8] = "zzzzzzz";
    assert(strncpy(text, "ab", 4) == text);
    assert(text[1] == 'b' && text[2] == 0 && text[3] == 0 && text[4] == 'z');
    strncpy(text, "cdef", 2);
    assert(text[0] == 'c' && text[1] == 'd' && text[2] == 0);
    assert(strncat(text, "efgh", 2) == text && strcmp(text, "cdef") == 0);
    strncat(text, "g", 5);
    assert(strcmp(text, "cdefg") == 0 && strnlen(text, 3) == 3 && strnlen(text, 9) == 5);
    assert(strcspn(text, "fx") == 3 && strcspn(text, "x") == 5);
    assert(strpbrk(text, "gf") == text + 3 && strpbrk(text, "xy") == 0);
    assert(strcoll("a", "b") < 0 && strcoll("b", "b") == 0 && strcoll("b", "a") > 0);
    assert(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0 && strncmp("a", "a", 9) == 0);
    assert(strcasecmp("AbC", "aBc") == 0 && strcasecmp("ab", "B") < 0);
    assert(strncasecmp("ABx", "aby", 2) == 0 && strncasecmp("ABx", "aby", 3) < 0);
    assert(strcmp("\xff", "a") > 0);
    assert(strchr(text, 0) == text + 5 && strrchr(text, 'q') == 0 && strstr(text, "fx") == 0);
    assert(strstr(text, "") == text);

    char *half = strndup("wxyz", 2), *whole = strndup("w", 5);
    assert(strcmp(half, "wx") == 0 && strcmp(whole, "w") == 0);
    free(half);
    free(whole);

    char words[] = " to  be ";
    assert(strcmp(strtok(words, " "), "to") == 0 && strcmp(strtok(0, " "), "be") == 0 && !strtok(0, " "));

    unsigned char bytes[5] = {1, 2, 3, 2, 1};
    assert(memchr(bytes, 2, 5) == bytes + 1 && memchr(bytes, 256 + 3, 5) == bytes + 2 && !memchr(bytes, 3, 2));
    bcopy(bytes, bytes + 1, 4);
    assert(bytes[0] == 1 && bytes[1] == 1 && bytes[2] == 2 && bytes[3] == 3 && bytes[4] == 2);
    bzero(bytes + 1, 2);
    assert(bytes[0] == 1 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 3);
    assert(memcmp(bytes, "\1\0\0\4", 3) == 0 && memcmp(bytes, "\1\0\0\4", 4) < 0);
    assert(ffs(0) == 0 && ffs(1) == 1 && ffs(24) == 4 && ffs(-2147483647 - 1) == 32);
    return 0;
}
