// expect: violated pointer line=10
// min-rounds: 1

/* A variable of the environment may be missing. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    return (int)strlen(getenv("HOME"));
}
