// expect: violated assert line=21
// also: race
// rounds: 1   min-rounds: 1

/* A failed assumption stops its thread; the write before it has happened all the same. */
#include <assert.h>
#include <pthread.h>

extern void assume(int);

int announced;

void *liar(void *arg) {
    announced = 1;
    assume(0);
    announced = 2;
    return NULL;
}

void *listener(void *arg) {
    assert(announced != 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, liar, NULL);
    pthread_create(&b, NULL, listener, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
