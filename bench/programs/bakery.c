/*
 * Lamport's bakery: everybody draws a number that is larger than all others, and the smallest is served. THREADS
 * threads draw TURNS times each. With BUG nobody shows that he is still drawing.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef TURNS
#define TURNS 1
#endif

volatile unsigned number[THREADS];
volatile int drawing[THREADS];
volatile int owner = -1;

static void draw(int self) {
    unsigned largest = 0;
#ifndef BUG
    drawing[self] = 1;
#endif
    for (int other = 0; other < THREADS; other++) {
        unsigned seen = number[other];
        if (seen > largest)
            largest = seen;
    }
    number[self] = largest + 1;
    drawing[self] = 0;
}

/* Whether the other has a number and is served before. */
static int is_before(int other, int self, unsigned mine) {
    unsigned seen = number[other];
    return seen != 0 && (seen < mine || (seen == mine && other < self));
}

static void *worker(void *arg) {
    int self = (int)(long)arg;
    for (int turn = 0; turn < TURNS; turn++) {
        draw(self);
        unsigned mine = number[self];
        for (int other = 0; other < THREADS; other++) {
            if (other == self)
                continue;
            while (drawing[other])
                ;
            while (is_before(other, self, mine))
                ;
        }
        owner = self;
        assert(owner == self);
        number[self] = 0;
    }
    return 0;
}

int main(void) {
    pthread_t id[THREADS];
    for (long index = 0; index < THREADS; index++)
        pthread_create(&id[index], 0, worker, (void *)index);
    for (int index = 0; index < THREADS; index++)
        pthread_join(id[index], 0);
    return 0;
}
