// expect: violated assert line=19
// rounds: 2   unwind: 1   min-rounds: 2

/* The worker really waits, is woken, and goes on. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
int go, waited;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    while (!go) {
        waited = 1;
        pthread_cond_wait(&wake, &m);
    }
    pthread_mutex_unlock(&m);
    assert(!waited);
    return NULL;
}

int main(void) {
    pthread_t w;
    pthread_create(&w, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_signal(&wake);
    pthread_mutex_unlock(&m);
    pthread_join(w, NULL);
    return 0;
}
