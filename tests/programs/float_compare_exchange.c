// expect: safe
// rounds: 3   unwind: 2

/* The usual way to add to a shared float: compare and exchange compares bits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

_Atomic float sum;

static void *add(void *arg) {
    float old = atomic_load(&sum);
    __VERIFIER_assume(atomic_compare_exchange_strong(&sum, &old, old + 0.5f));
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(sum == 1);
    return 0;
}
