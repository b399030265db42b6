// expect: violated api line=9
// min-rounds: 1

#include <string.h>

int main(void)
{
    char text[8] = "ab.cdef";
    memccpy(text + 1, text + 2, 'd', 4);
    return 0;
}
