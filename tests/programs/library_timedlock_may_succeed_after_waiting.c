// expect: violated assert line=14
// min-rounds: 1

/* The lock is taken when the timed call begins, and still the call may get it. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *waiter(void *unused)
{
    struct timespec later = { 10, 0 };
    assert(pthread_mutex_timedlock(&lock, &later) != 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
