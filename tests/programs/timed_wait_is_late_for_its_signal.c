// expect: violated assert line=19
// rounds: 2   unwind: 1   min-rounds: 2
/* The time of a wait may run out just before the signal: then the call says so, although what was waited for holds
   when it has got the mutex back. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *waiter(void *unused) {
    struct timespec soon = { 1, 0 };
    pthread_mutex_lock(&m);
    int result = ready ? 0 : pthread_cond_timedwait(&c, &m, &soon);
    if (result == ETIMEDOUT)
        assert(!ready);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(id, 0);
    return 0;
}
