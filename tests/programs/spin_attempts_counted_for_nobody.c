// expect: safe
// options: --check assert,memory,api,race,deadlock

/* Attempts are counted, but nobody looks at the number. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;
int there;

static void *first(void *arg) {
    unsigned attempts = 0;
    while (!go)
        attempts++;
    assert(there);
    return 0;
}

static void *second(void *arg) {
    there = 1;
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
