// expect: safe
// names: does not come to its end

/* Nobody lets the thread go on: it goes around for ever, which is no deadlock, and main never comes to its end. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;

static void *first(void *arg) {
    while (!go)
        ;
    return 0;
}

static void *second(void *arg) {
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
