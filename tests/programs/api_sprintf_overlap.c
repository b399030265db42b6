// expect: violated api line=10
// min-rounds: 1

/* This is not how to append to a text. */
#include <stdio.h>

int main(void)
{
    char line[16] = "abc";
    sprintf(line, "%s, %d", line, 7);
    return 0;
}
