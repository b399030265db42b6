// expect: bounded
// rounds: 2   unwind: 1
// options: --check assert,memory,api

/* Lamport's bakery for two threads. */
#include <assert.h>
#include <pthread.h>

int choosing[2];
unsigned number[2];
int owner;

static void enter(int me, int other) {
    choosing[me] = 1;
    number[me] = number[other] + 1;
    choosing[me] = 0;
    while (choosing[other])
        ;
    for (;;) {
        unsigned theirs = number[other];
        unsigned mine = number[me];
        if (theirs == 0 || theirs > mine || (theirs == mine && other > me))
            break;
    }
}

static void leave(int me) {
    number[me] = 0;
}

void *customer(void *arg) {
    int me = (int)(long)arg;
    enter(me, 1 - me);
    owner = me;
    assert(owner == me);
    leave(me);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, (void *)0L);
    pthread_create(&b, NULL, customer, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
