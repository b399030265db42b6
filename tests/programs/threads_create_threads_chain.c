// expect: violated assert line=12
// rounds: 1   min-rounds: 1

/* Main starts a thread that starts a thread that starts a thread, all in one round. */
#include <assert.h>
#include <pthread.h>

int depth;

void *third(void *arg) {
    depth++;
    assert(depth != 3);
    return NULL;
}

void *second(void *arg) {
    pthread_t t;
    depth++;
    pthread_create(&t, NULL, third, NULL);
    return NULL;
}

void *first(void *arg) {
    pthread_t t;
    depth++;
    pthread_create(&t, NULL, second, NULL);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    pthread_exit(NULL);
}
