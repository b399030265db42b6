// expect: violated assert line=22
// also: race
// rounds: 3   min-rounds: 3

/* Strict alternation makes j the eighth Fibonacci number; nothing else reaches it. */
#include <assert.h>
#include <pthread.h>

#define STEPS 3

int i = 1, j = 1;

void *first(void *arg) {
    for (int k = 0; k < STEPS; k++)
        i += j;
    return NULL;
}

void *second(void *arg) {
    for (int k = 0; k < STEPS; k++)
        j += i;
    assert(j < 21);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
