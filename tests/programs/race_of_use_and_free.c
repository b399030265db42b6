// expect: violated race line=12
// rounds: 1   min-rounds: 1
// options: --check race

/* The block may be freed while the reader reads. */
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *consume(void *arg) {
    int value = *shared;
    return value ? arg : 0;
}

static void *drop(void *arg) {
    free(shared);
    return arg;
}

int main(void) {
    pthread_t first, second;
    shared = malloc(sizeof *shared);
    *shared = 1;
    pthread_create(&first, 0, consume, 0);
    pthread_create(&second, 0, drop, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
