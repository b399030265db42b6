// Unrolling the loop takes longer than any test waits, though its end is known.
#include <pthread.h>

int shared;

void *worker(void *argument) {
    for (int i = 0; i < 1000000000; i++)
        shared = i;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return shared;
}
