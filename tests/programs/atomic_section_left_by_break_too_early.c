// expect: violated assert line=36
// also: race
// rounds: 2   unwind: 1   min-rounds: 2

// Each iteration begins a section of its own; the one that is left by the break ends too early here.
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
    __VERIFIER_atomic_end();
    twice += 2;
    return 0;
}

int main(void) {
    pthread_t producer, consumer;
    pthread_create(&producer, 0, produce, 0);
    pthread_create(&consumer, 0, consume, 0);
    __VERIFIER_atomic_begin();
    assert(twice == 2 * taken);
    __VERIFIER_atomic_end();
    pthread_join(consumer, 0);
    assert(taken == 1 && items == 1);
    return 0;
}
