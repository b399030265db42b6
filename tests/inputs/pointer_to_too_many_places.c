// A pointer into an array of more elements than a search follows.
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
char elements[100000];

void *worker(void *argument) {
    unsigned index = __VERIFIER_nondet_uint();
    if (index < 100000)
        elements[index] = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return elements[0];
}
