// expect: violated assert line=37
// rounds: 3   unwind: 1   min-rounds: 3
// options: --check assert

/* A lock that is looked at and taken in two steps: both may find it free. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int count;

static void *work(void) {
    while (taken)
        ;
    taken = 1;
    int before = count;
    count = before + 1;
    taken = 0;
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
