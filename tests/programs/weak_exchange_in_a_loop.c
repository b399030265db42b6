// expect: safe

/* To try again after a failure without need is as good as to be slow: such a loop needs no bound for it. */
#include <assert.h>
#include <pthread.h>

int first, second;

static void *increment(void *unused) {
    int expected = 0;
    while (!__atomic_compare_exchange_n(&first, &expected, expected + 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        ;
    expected = 0;
    do {
    } while (!__atomic_compare_exchange_n(&second, &expected, expected + 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, increment, 0);
    pthread_create(&other, 0, increment, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(first == 2 && second == 2);
    return 0;
}
