// expect: violated assert line=29 line=38
// also: race

/* A ticket lock whose tickets are taken in two steps, a load and a store, so that two threads may get the same
   one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket;
static atomic_uint now_serving;
static int balance;

static void lock(void) {
    unsigned ticket = next_ticket;
    next_ticket = ticket + 1;
    while (now_serving != ticket)
        ;
}

static void unlock(void) {
    now_serving = now_serving + 1;
}

static void *payer(void *unused) {
    while (1) {
        lock();
        balance += 10;
        assert(balance == 10);
        balance -= 10;
        unlock();
    }
}

static void *auditor(void *unused) {
    while (1) {
        lock();
        assert(balance == 0);
        unlock();
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, payer, NULL);
    pthread_create(&threads[1], NULL, payer, NULL);
    pthread_create(&threads[2], NULL, auditor, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
