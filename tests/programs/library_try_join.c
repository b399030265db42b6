// expect: safe

/* A thread is joined by asking often enough whether it is over; then it is, and its value is there. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int done;

void *worker(void *unused)
{
    done = 1;
    return &done;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = {1, 0}, never = {1, 1000000000};
    void *value = 0;
    pthread_create(&thread, 0, worker, 0);
    assert(pthread_tryjoin_np(pthread_self(), 0) == EBUSY);
    assert(pthread_timedjoin_np(pthread_self(), 0, &soon) == EDEADLK);
    assert(pthread_clockjoin_np(thread, 0, CLOCK_THREAD_CPUTIME_ID, &soon) == EINVAL);
    int error = pthread_tryjoin_np(thread, &value);
    assert(error == 0 || error == EBUSY);
    if (error) {
        error = pthread_timedjoin_np(thread, &value, &soon);
        assert(error == 0 || error == ETIMEDOUT);
    }
    if (error) {
        error = pthread_clockjoin_np(thread, &value, CLOCK_MONOTONIC, &never);
        assert(error == 0 || error == EINVAL);
    }
    if (error)
        assert(pthread_timedjoin_np(thread, &value, 0) == 0);
    assert(value == &done && done == 1);
    return 0;
}
