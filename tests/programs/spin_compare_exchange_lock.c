// expect: safe

/* A failed exchange leaves the value it has found in `expected`, which every attempt sets anew. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int count;

static void *work(void) {
    for (;;) {
        int expected = 0;
        if (atomic_compare_exchange_weak(&taken, &expected, 1))
            break;
    }
    int before = count;
    count = before + 1;
    atomic_store(&taken, 0);
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
