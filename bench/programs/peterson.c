/*
 * Peterson's mutual exclusion for two threads, TURNS times each. With BUG a thread gives way before it says that
 * it is interested, and both can be in the critical section.
 */
#include <assert.h>
#include <pthread.h>

#ifndef TURNS
#define TURNS 1
#endif

volatile int interested[2], last;
volatile int owner;

static void *worker(void *arg) {
    int self = (int)(long)arg, other = 1 - self;
    for (int turn = 0; turn < TURNS; turn++) {
#ifdef BUG
        last = self;
        interested[self] = 1;
#else
        interested[self] = 1;
        last = self;
#endif
        while (interested[other] && last == self)
            ;
        owner = self;
        assert(owner == self);
        interested[self] = 0;
    }
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, (void *)0);
    pthread_create(&second, 0, worker, (void *)1);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
