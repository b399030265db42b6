// expect: violated pointer line=10
// rounds: 1   min-rounds: 1

/* A constant on the stack gets its contents once. */
#include <string.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        const char text[4] = { 'a', 'b', (char)('c' + i) };
        *(char *)strchr(text, 'b') = 'x';
    }
    return 0;
}
