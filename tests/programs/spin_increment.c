// expect: safe

/* Increments that are tried again with what is there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void *work(void) {
    int old = count;
    int next = old + 1;
    do {
        old = count;
        next = old + 1;
    } while (!atomic_compare_exchange_weak(&count, &old, next));
    return 0;
}

static void *first(void *arg) {
    return work();
}

static void *second(void *arg) {
    return work();
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
