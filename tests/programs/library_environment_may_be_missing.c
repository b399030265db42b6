// expect: violated pointer line=9
// rounds: 1   min-rounds: 1

#include <stdlib.h>

int main(void)
{
    char *home = getenv("HOME");
    return home[0];
}
