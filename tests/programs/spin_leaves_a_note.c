// expect: violated assert line=19
// rounds: 2   unwind: 1   min-rounds: 2

/* What an iteration leaves in memory of its own thread is what the assertion is about. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;

static void note(int *what) {
    *what = 1;
}

static void *first(void *arg) {
    int waited = 0;
    while (!go)
        note(&waited);
    assert(!waited);
    return 0;
}

static void *second(void *arg) {
    go = 1;
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
