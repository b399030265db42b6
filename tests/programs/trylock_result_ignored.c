// expect: violated assert line=36
// also: race
// rounds: 3   min-rounds: 3

/* The first thread writes even when it did not get the second lock. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
int balance_b;

void *transfer(void *arg) {
    pthread_mutex_lock(&lock_a);
    int got = pthread_mutex_trylock(&lock_b) == 0;
    balance_b += 10;
    if (got)
        pthread_mutex_unlock(&lock_b);
    pthread_mutex_unlock(&lock_a);
    return NULL;
}

void *deposit(void *arg) {
    pthread_mutex_lock(&lock_b);
    balance_b += 5;
    pthread_mutex_unlock(&lock_b);
    return NULL;
}

int main(void) {
    pthread_t t, d;
    pthread_create(&t, NULL, transfer, NULL);
    pthread_create(&d, NULL, deposit, NULL);
    pthread_join(t, NULL);
    pthread_join(d, NULL);
    assert(balance_b == 15);
    return 0;
}
