// expect: violated assert line=26
// also: race
// rounds: 2   unwind: 1   min-rounds: 2

/* Taking a ticket is not atomic: both threads hold number 0. */
#include <assert.h>
#include <pthread.h>

unsigned next_ticket, now_serving;
int account;

static void lock(void) {
    unsigned mine = next_ticket++;
    while (now_serving != mine)
        ;
}

static void unlock(void) {
    now_serving++;
}

void *customer(void *arg) {
    int amount = (int)(long)arg;
    lock();
    account = amount;
    assert(account == amount);
    unlock();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, (void *)1L);
    pthread_create(&b, NULL, customer, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
