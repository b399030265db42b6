/*
 * Dekker's mutual exclusion for two threads, TURNS times each. With BUG a thread looks at the other's wish before
 * it utters its own, so both can pass.
 */
#include <assert.h>
#include <pthread.h>

#ifndef TURNS
#define TURNS 1
#endif

volatile int wishes[2], favoured;
volatile int owner;

static void enter(int self, int other) {
#ifndef BUG
    wishes[self] = 1;
#endif
    while (wishes[other]) {
        if (favoured != self) {
            wishes[self] = 0;
            while (favoured != self)
                ;
            wishes[self] = 1;
        }
    }
#ifdef BUG
    wishes[self] = 1;
#endif
}

static void leave(int self, int other) {
    favoured = other;
    wishes[self] = 0;
}

static void *worker(void *arg) {
    int self = (int)(long)arg, other = 1 - self;
    for (int turn = 0; turn < TURNS; turn++) {
        enter(self, other);
        owner = self;
        assert(owner == self);
        leave(self, other);
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
