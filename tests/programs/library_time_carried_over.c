// expect: violated assert line=20
// rounds: 1   min-rounds: 1

/* The nanoseconds are not carried over: if it is late in the second, the call does not wait at all. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 500000000;
    pthread_mutex_lock(&mutex);
    int waited = pthread_cond_timedwait(&condition, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    assert(waited != EINVAL);
    return 0;
}
