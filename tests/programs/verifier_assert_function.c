// expect: violated assert line=13
// also: race
// rounds: 1   min-rounds: 1

/* The usual way of competition programs to write assertions. */
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

static void __VERIFIER_assert(int condition) {
    if (!condition) {
        reach_error();
        abort();
    }
}

int x, y;

void *writer(void *arg) {
    x = 1;
    y = 1;
    return NULL;
}

void *reader(void *arg) {
    int a = x;
    int b = y;
    __VERIFIER_assert(a == b);
    return NULL;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
