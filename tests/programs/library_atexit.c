// expect: violated assert line=12
// rounds: 1   min-rounds: 1

/* The last handler runs first, when main returns. */
#include <assert.h>
#include <stdlib.h>

int stage;

void first(void)
{
    assert(stage == 1);
}

void second(void)
{
    stage = 2;
}

int main(void)
{
    atexit(first);
    atexit(second);
    stage = 1;
    return 0;
}
