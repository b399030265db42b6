// expect: violated api line=9
// min-rounds: 1

#include <stdio.h>

int main(void)
{
    char text[16];
    snprintf(text, sizeof text, "%d%", 50);
    return 0;
}
