// expect: violated pointer
// rounds: 1   unwind: 8   min-rounds: 1

/* strncpy does not end a text that fills the array. */
#include <string.h>

int main(void) {
    char text[4];
    strncpy(text, "abcdef", sizeof text);
    return (int)strlen(text);
}
