// expect: violated assert line=23
// min-rounds: 2

/* The other thread may keep the lock for too long. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *holder(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = { 1, 0 };
    pthread_create(&thread, 0, holder, 0);
    assert(pthread_mutex_timedlock(&lock, &soon) == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
