// expect: violated api line=10
// min-rounds: 1

/* Whoever means a percent sign writes two. */
#include <stdio.h>

int main(void)
{
    char text[16];
    sprintf(text, "%d %k", 50, 1);
    return 0;
}
