// expect: violated assert line=16
// rounds: 1   unwind: 12   min-rounds: 1

/* strlcpy and strlcat always end the text and tell how long it would have been; the last line forgets that. */
#define _DEFAULT_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char text[4];
    assert(strlcpy(text, "abcdef", sizeof text) == 6 && strcmp(text, "abc") == 0);
    assert(strlcpy(text, "x", sizeof text) == 1 && strcmp(text, "x") == 0);
    assert(strlcat(text, "yz", sizeof text) == 3 && strcmp(text, "xyz") == 0);
    assert(strlcat(text, "1", sizeof text) == 4 && strcmp(text, "xyz") == 0);
    assert(strlcpy(text, "q", 0) == 1 && text[0] == 'x');
    assert(strlcpy(text, "abcd", sizeof text) < sizeof text);
    return 0;
}
