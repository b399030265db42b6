// expect: no-violation
// unwind: 2

/* The same with the macro of stdatomic.h, which another compiler's header may spell in another way. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int first;

static void *increment(void *unused) {
    int expected = 0;
    while (!atomic_compare_exchange_weak(&first, &expected, expected + 1))
        ;
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, increment, 0);
    pthread_create(&other, 0, increment, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(first == 2);
    return 0;
}
