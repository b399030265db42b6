// expect: safe
// rounds: 4

/* With the mutex both deposits arrive, in either order: these numbers are exact. */
#include <assert.h>
#include <pthread.h>

double balance = 0.5;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *amount) {
    pthread_mutex_lock(&guard);
    balance += *(double *)amount;
    pthread_mutex_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    double one = 1.25, two = 2.5;
    pthread_create(&first, NULL, deposit, &one);
    pthread_create(&second, NULL, deposit, &two);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(balance == 4.25);
    return 0;
}
