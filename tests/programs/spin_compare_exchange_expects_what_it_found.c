// expect: violated assert line=38
// rounds: 3   unwind: 2   min-rounds: 3
// options: --check assert

/* The value that a failed exchange has found is what the next attempt expects: it takes the lock from its owner. An
   attempt that fails changes something here. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int count;

static void *work(void) {
    int expected = 0;
    while (!atomic_compare_exchange_strong(&taken, &expected, 1))
        ;
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
