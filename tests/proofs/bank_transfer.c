// expect: safe

/* Two accounts, each with its own mutex: money goes to and fro, and an auditor always finds the same sum. Whoever needs
   both mutexes takes that of the first account first. */
#include <assert.h>
#include <pthread.h>

#define TOTAL 100

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, TOTAL}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static void lock_both(void) {
    pthread_mutex_lock(&accounts[0].lock);
    pthread_mutex_lock(&accounts[1].lock);
}

static void unlock_both(void) {
    pthread_mutex_unlock(&accounts[1].lock);
    pthread_mutex_unlock(&accounts[0].lock);
}

static void transfer(int from, int to, int amount) {
    lock_both();
    if (accounts[from].balance >= amount) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
    }
    unlock_both();
}

static void *spender(void *unused) {
    while (1)
        transfer(0, 1, 30);
}

static void *earner(void *unused) {
    while (1)
        transfer(1, 0, 20);
}

static void *auditor(void *unused) {
    while (1) {
        lock_both();
        assert(accounts[0].balance >= 0 && accounts[1].balance >= 0);
        assert(accounts[0].balance + accounts[1].balance == TOTAL);
        unlock_both();
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, spender, NULL);
    pthread_create(&threads[1], NULL, earner, NULL);
    pthread_create(&threads[2], NULL, auditor, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
