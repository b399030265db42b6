/*
 * Lamport's fast mutual exclusion: few accesses if nobody else is there. THREADS threads, numbered from 1, pass TURNS
 * times each; 0 is nobody. With BUG a thread that was overtaken does not wait for the others to decide.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef TURNS
#define TURNS 1
#endif

volatile int candidate, holder;
volatile int busy[THREADS + 1];
volatile int owner;

#ifndef BUG
static void wait_for_the_others(int self) {
    for (int other = 1; other <= THREADS; other++)
        if (other != self)
            while (busy[other])
                ;
}
#endif

static void enter(int self) {
    while (1) {
        busy[self] = 1;
        candidate = self;
        if (holder != 0) {
            busy[self] = 0;
            while (holder != 0)
                ;
            continue;
        }
        holder = self;
        if (candidate == self)
            return;
        busy[self] = 0;
#ifndef BUG
        wait_for_the_others(self);
#endif
        if (holder == self)
            return;
        while (holder != 0)
            ;
    }
}

static void leave(int self) {
    holder = 0;
    busy[self] = 0;
}

static void *worker(void *arg) {
    int self = (int)(long)arg;
    for (int turn = 0; turn < TURNS; turn++) {
        enter(self);
        owner = self;
        assert(owner == self);
        leave(self);
    }
    return 0;
}

int main(void) {
    pthread_t id[THREADS];
    for (long index = 0; index < THREADS; index++)
        pthread_create(&id[index], 0, worker, (void *)(index + 1));
    for (int index = 0; index < THREADS; index++)
        pthread_join(id[index], 0);
    return 0;
}
