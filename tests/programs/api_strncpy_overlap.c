// expect: violated api line=9
// min-rounds: 1

#include <string.h>

int main(void)
{
    char text[8] = "abcdef";
    strncpy(text + 2, text, 4);
    return 0;
}
