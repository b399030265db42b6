// expect: violated api line=10
// min-rounds: 1

/* Leading blanks are removed in the wrong way. */
#include <string.h>

int main(void)
{
    char text[8] = "  word";
    strcpy(text, text + 2);
    return 0;
}
