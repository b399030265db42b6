// expect: safe
// rounds: 3

/* A thread starts a helper, waits for it, and hands its result on. */
#include <assert.h>
#include <pthread.h>

int value;

void *helper(void *arg) {
    value = *(int *)arg + 1;
    return NULL;
}

void *parent(void *arg) {
    pthread_t child;
    int start = 41;
    pthread_create(&child, NULL, helper, &start);
    pthread_join(child, NULL);
    assert(value == 42);
    return NULL;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, NULL, parent, NULL);
    pthread_join(p, NULL);
    assert(value == 42);
    return 0;
}
