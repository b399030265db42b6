// expect: violated assert line=26
// also: race
// rounds: 2   min-rounds: 2

/* The parent does not wait for its helper, so main cannot rely on it either. */
#include <assert.h>
#include <pthread.h>

int value;

void *helper(void *arg) {
    value = 42;
    return NULL;
}

void *parent(void *arg) {
    pthread_t child;
    pthread_create(&child, NULL, helper, NULL);
    return NULL;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, NULL, parent, NULL);
    pthread_join(p, NULL);
    assert(value == 42);
    return 0;
}
