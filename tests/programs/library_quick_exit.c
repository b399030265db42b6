// expect: violated assert line=22
// rounds: 1   min-rounds: 1

/* quick_exit runs what at_quick_exit was given, the last first, and nothing that atexit was given. */
#include <assert.h>
#include <stdlib.h>

int order;

void slow(void) {
    assert(0);
}

void first(void) {
    assert(order == 0);
    order = 1;
}

void second(void) {
    assert(order == 1);
    order = 2;
    assert(order != 2);
}

int main(void) {
    atexit(slow);
    at_quick_exit(second);
    at_quick_exit(first);
    quick_exit(0);
    assert(0);
}
