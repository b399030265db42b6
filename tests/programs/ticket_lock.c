// expect: safe
// rounds: 3   unwind: 1
// options: --check assert,memory,api

#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned next_ticket, now_serving;
int account;

static void lock(void) {
    unsigned mine;
    __VERIFIER_atomic_begin();
    mine = next_ticket++;
    __VERIFIER_atomic_end();
    while (now_serving != mine)
        ;
}

static void unlock(void) {
    now_serving++;
}

void *customer(void *arg) {
    lock();
    int before = account;
    account = before + 5;
    assert(account == before + 5);
    unlock();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
