// expect: violated assert line=18
// also: race
// rounds: 1   unwind: 1   min-rounds: 1

/* The flag is raised before the value is there. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
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
    pthread_t a;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&m);
    value = 7;
    pthread_join(a, NULL);
    return 0;
}
