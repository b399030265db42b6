// expect: violated assert line=38
// rounds: 2   unwind: 1   min-rounds: 2

/* Waiting with a limit is a place to be cancelled at, like waiting without; the handler has the mutex then. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int cancelled_in_wait;

void cleanup(void *unused) {
    cancelled_in_wait = 1;
    assert(pthread_mutex_trylock(&mutex) != 0);
    pthread_mutex_unlock(&mutex);
}

void *work(void *unused) {
    struct timespec soon = {0, 0};
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(cleanup, 0);
    pthread_cond_timedwait(&condition, &mutex, &soon);
    pthread_cleanup_pop(0);
    pthread_mutex_unlock(&mutex);
    return &mutex;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    if (cancelled_in_wait)
        assert(result == PTHREAD_CANCELED && pthread_mutex_trylock(&mutex) == 0);
    else
        assert(result == &mutex);
    assert(!cancelled_in_wait);
    return 0;
}
