// expect: violated assert line=17
// rounds: 1   min-rounds: 1
// data-models: both

/* A result that nobody returned is arbitrary; a result that is returned and not wanted does no harm. */
#include <assert.h>

int stored;

void store(int value) { stored = value; }
int stored_now(void) { return stored; }

int main(void)
{
    int (*function)(int) = (int (*)(int))store;
    ((void (*)(void))stored_now)();
    assert(function(4) != 4);
    return 0;
}
