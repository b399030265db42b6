// expect: safe
// rounds: 2   unwind: 2
// options: --check overflow,assert --no-spurious-wakeups

/* A wait with a deadline, in a loop as it should be: there is no overflow in the deadline. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *unused) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    struct timespec deadline;
    int result = 0;
    pthread_create(&thread, 0, set, 0);
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 5;
    pthread_mutex_lock(&mutex);
    while (!ready && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&changed, &mutex, &deadline);
    assert(ready || result == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
