/* No violation, and a loop that no bound exhausts: the check deepens as far as it does. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;

void *work(void *arg) {
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&lock);
        balance = 1;
        balance = 0;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&lock);
    assert(balance == 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
