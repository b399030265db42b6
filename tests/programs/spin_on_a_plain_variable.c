// expect: violated race line=12
// rounds: 1   unwind: 1   min-rounds: 1

/* A variable that is waited for without being atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int go;

static void *first(void *arg) {
    while (!go)
        ;
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
