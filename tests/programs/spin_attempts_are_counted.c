// expect: violated assert line=15
// rounds: 2   unwind: 2   min-rounds: 2

/* Attempts that are counted are no attempts that change nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;

static void *first(void *arg) {
    int attempts = 0;
    while (!go)
        attempts++;
    assert(attempts < 2);
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
