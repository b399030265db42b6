// expect: violated assert line=26
// also: race
// rounds: 3   min-rounds: 3

/* A label of CBMC starts a thread: both increments read before either writes. */
#include <assert.h>

int count, finished;

void increment(void) {
    int seen = count;
    count = seen + 1;
    __CPROVER_atomic_begin();
    finished++;
    __CPROVER_atomic_end();
}

void *once_more(void *argument) {
    increment();
    return argument;
}

int main(void) {
__CPROVER_ASYNC_1: increment();
__CPROVER_ASYNC_2: once_more(0);
    assert(finished < 2 || count == 2);
    return 0;
}
