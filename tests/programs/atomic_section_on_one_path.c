// expect: violated assert line=32
// also: race
// rounds: 2   unwind: 1   min-rounds: 2

// Whether the two increments are one step depends on a value; without the section main sees one of them.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
int x, y;

void *increment(void *unused) {
    int together = __VERIFIER_nondet_bool();
    if (together)
        __VERIFIER_atomic_begin();
    x++;
    y++;
    if (together)
        __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    int sum;
    pthread_create(&thread, 0, increment, 0);
    __VERIFIER_atomic_begin();
    sum = x + y;
    __VERIFIER_atomic_end();
    assert(sum != 1);
    return 0;
}
