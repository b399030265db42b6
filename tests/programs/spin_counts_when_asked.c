// expect: violated assert line=20
// rounds: 3   unwind: 3   min-rounds: 3

/* Iterations of both kinds in one loop: the one that is asked to count does, the others change nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int asked, stop;

static void *first(void *arg) {
    int counted = 0;
    for (;;) {
        if (stop)
            break;
        if (!asked)
            continue;
        counted++;
    }
    assert(counted < 2);
    return 0;
}

static void *second(void *arg) {
    asked = 1;
    stop = 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
