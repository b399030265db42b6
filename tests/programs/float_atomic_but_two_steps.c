// expect: violated assert line=23
// rounds: 3   min-rounds: 3

/* Atomic accesses, but the sum is taken between them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic float sum;

static void *add(void *arg) {
    float old = atomic_load(&sum);
    atomic_store(&sum, old + 0.5f);
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
