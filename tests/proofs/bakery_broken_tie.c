// expect: violated assert line=57
// also: race

/* Lamport's bakery for three threads, but of two with the same ticket neither waits for the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define CUSTOMERS 3
#define LAST_TICKET 4

static atomic_bool choosing[CUSTOMERS];
static atomic_int ticket[CUSTOMERS]; /* 0: none */
static int served;
static int names[CUSTOMERS] = {0, 1, 2};

static bool draw_ticket(int self) {
    int largest = 0;
    choosing[self] = true;
    for (int other = 0; other < CUSTOMERS; other++) {
        int seen = ticket[other];
        if (seen > largest)
            largest = seen;
    }
    if (largest < LAST_TICKET)
        ticket[self] = largest + 1;
    choosing[self] = false;
    return largest < LAST_TICKET;
}

static bool comes_before(int other, int self) {
    int theirs = ticket[other];
    return theirs != 0 && theirs < ticket[self];
}

static void lock(int self) {
    while (!draw_ticket(self))
        ;
    for (int other = 0; other < CUSTOMERS; other++) {
        while (choosing[other])
            ;
        while (comes_before(other, self))
            ;
    }
}

static void unlock(int self) {
    ticket[self] = 0;
}

static void *customer(void *name) {
    int self = *(int *)name;
    while (1) {
        lock(self);
        served = self;
        assert(served == self);
        unlock(self);
    }
}

int main(void) {
    pthread_t threads[CUSTOMERS];
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_create(&threads[i], NULL, customer, &names[i]);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
