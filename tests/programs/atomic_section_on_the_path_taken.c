// expect: safe
// rounds: 3   unwind: 1

// The section is begun and ended under the same condition: the two increments are one step.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
int x, y;

void *increment(void *unused) {
    int together = 1;
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
