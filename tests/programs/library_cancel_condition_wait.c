// expect: safe
// options: --no-spurious-wakeups

/* A thread that waits for a condition variable is cancelled: its handler runs while it has the mutex. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;
int cleaned;

void clean(void *mutex)
{
    cleaned = 1;
    assert(pthread_mutex_unlock(mutex) == 0);
}

void *waiter(void *unused)
{
    pthread_cleanup_push(clean, &lock);
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&never, &lock);
    pthread_mutex_unlock(&lock);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, waiter, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && cleaned);
    assert(pthread_mutex_trylock(&lock) == 0);
    return 0;
}
