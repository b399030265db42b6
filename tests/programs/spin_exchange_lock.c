// expect: safe

/* A lock that is taken by an exchange. One that finds it taken puts there what it has found and changes nothing, so
   that going around again is no other run. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int count;

static void *work(void) {
    while (atomic_exchange(&taken, 1))
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
