// expect: violated api line=10
// min-rounds: 1

/* A string is appended to itself: its end is overwritten before it is read. */
#include <string.h>

int main(void)
{
    char text[8] = "abc";
    strncat(text, text, 4);
    return 0;
}
