// expect: violated assert line=20
// rounds: 4   unwind: 2   min-rounds: 4
/* The mutex of a thread that waits is free. Who finds it taken has met a wakeup without a signal, and tells the
   waiter, which has gone back to waiting meanwhile. */
#include <assert.h>
#include <pthread.h>

int ready, waits, was_taken;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    pthread_mutex_lock(&m);
    waits = 1;
    while (!ready)
        pthread_cond_wait(&c, &m);
    int seen = was_taken;
    pthread_mutex_unlock(&m);
    /* Main is the only other one. */
    assert(!seen);
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, waiter, 0);
    pthread_mutex_lock(&m);
    int is_waiting = waits;
    pthread_mutex_unlock(&m);
    if (!is_waiting)
        return 0;
    int is_taken = pthread_mutex_trylock(&m) != 0;
    if (is_taken)
        pthread_mutex_lock(&m);
    was_taken = is_taken;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(id, 0);
    return 0;
}
