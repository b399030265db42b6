// expect: violated assert line=21
// rounds: 1   unwind: 1   min-rounds: 1

/* The first iteration writes what the other thread looks at; the second one writes the same again and changes
   nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int waiting, go;

static void *first(void *arg) {
    while (!go)
        waiting = 1;
    return 0;
}

static void *second(void *arg) {
    if (waiting)
        go = 1;
    assert(!go);
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
