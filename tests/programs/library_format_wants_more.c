// expect: violated pointer line=10
// min-rounds: 1

/* Two conversions, one argument. */
#include <stdio.h>

int main(void)
{
    char text[16];
    sprintf(text, "%d of %d", 1);
    return 0;
}
