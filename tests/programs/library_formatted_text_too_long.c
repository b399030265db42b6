// expect: violated pointer
// rounds: 1   min-rounds: 1

#include <stdio.h>

int main(void)
{
    char text[4];
    sprintf(text, "%d", 12345);
    return 0;
}
