// expect: violated assert line=16
// rounds: 1   unwind: 3   min-rounds: 1

/* Each wakeup without a signal is counted, so several of them in a row are not the same as one. */
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, wakeups;
void *waiter(void *a) {
    pthread_mutex_lock(&m);
    while (!ready && wakeups < 3) {
        pthread_cond_wait(&c, &m);
        wakeups++;
    }
    assert(wakeups < 3);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
