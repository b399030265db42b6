// expect: violated assert line=19
// also: race
// rounds: 2   min-rounds: 2

/* The writer lies between the observer's write and its check: the observer's own increment is not seen. */
#include <assert.h>
#include <pthread.h>

int shared;

void *bump(void *arg) {
    shared++;
    return arg;
}

void *observe(void *arg) {
    int before = shared;
    shared = before + 1;
    assert(shared == before + 1);
    return arg;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, bump, NULL);
    pthread_create(&two, NULL, observe, NULL);
    pthread_exit(NULL);
}
