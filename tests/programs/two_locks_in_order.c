// expect: safe
// rounds: 3

/* Two transfers in opposite directions take the locks in the same order. */
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account accounts[2];

static void transfer(int from, int to, int amount) {
    int lower = from < to ? from : to;
    int upper = from < to ? to : from;
    pthread_mutex_lock(&accounts[lower].lock);
    pthread_mutex_lock(&accounts[upper].lock);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    pthread_mutex_unlock(&accounts[upper].lock);
    pthread_mutex_unlock(&accounts[lower].lock);
}

void *there(void *arg) {
    transfer(0, 1, 30);
    return NULL;
}

void *back(void *arg) {
    transfer(1, 0, 10);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&accounts[i].lock, NULL);
        accounts[i].balance = 100;
    }
    pthread_create(&a, NULL, there, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(accounts[0].balance == 80);
    assert(accounts[1].balance == 120);
    return 0;
}
