// expect: violated api line=10
// min-rounds: 1

/* A string is appended to itself. */
#include <string.h>

int main(void)
{
    char text[8] = "abc";
    strncat(text, text, 3);
    return 0;
}
