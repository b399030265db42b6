// expect: bounded
// rounds: 2   unwind: 2
// options: --check assert,memory,api

// Each iteration begins a section of its own; the one that is left by the break goes on behind the loop.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int items, taken, twice;

void *produce(void *unused) {
    items++;
    return 0;
}

void *consume(void *unused) {
    while (1) {
        __VERIFIER_atomic_begin();
        if (items > 0)
            break;
        __VERIFIER_atomic_end();
    }
    taken++;
    twice += 2;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t producer, consumer;
    pthread_create(&consumer, 0, consume, 0);
    pthread_create(&producer, 0, produce, 0);
    __VERIFIER_atomic_begin();
    assert(twice == 2 * taken);
    __VERIFIER_atomic_end();
    pthread_join(consumer, 0);
    assert(taken == 1 && items == 1);
    return 0;
}
