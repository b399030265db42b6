// expect: no-violation
// rounds: 3   unwind: 2

/* A broadcast wakes both waiters; each sees the value that was set before. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t ready;
int go, value;

void *waiter(void *arg) {
    pthread_mutex_lock(&m);
    while (!go)
        pthread_cond_wait(&ready, &m);
    pthread_mutex_unlock(&m);
    assert(value == 7);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&m, NULL);
    pthread_cond_init(&ready, NULL);
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    value = 7;
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(&ready);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_cond_destroy(&ready);
    pthread_mutex_destroy(&m);
    return 0;
}
