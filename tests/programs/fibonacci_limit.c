// expect: no-violation
// rounds: 4
// options: --check assert,memory,api

#include <assert.h>
#include <pthread.h>

#define STEPS 3

int i = 1, j = 1;

void *first(void *arg) {
    for (int k = 0; k < STEPS; k++)
        i += j;
    assert(i <= 21);
    return NULL;
}

void *second(void *arg) {
    for (int k = 0; k < STEPS; k++)
        j += i;
    assert(j <= 21);
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
