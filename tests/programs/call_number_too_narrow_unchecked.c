// expect: violated assert line=20
// rounds: 1   min-rounds: 1
// options: --check assert

/* A long is taken where an int was passed: the low half arrives, the high half is arbitrary. */
#include <assert.h>

long same(long number)
{
    return number;
}

int main(void)
{
    long (*function)(int) = (long (*)(int))same;
    long number = function(7);
    // This holds.
    assert((int)number == 7);
    // This need not.
    assert(number == 7);
    return 0;
}
