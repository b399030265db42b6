// expect: safe

/* Whoever looks at the result is safe; nobody waits for ever. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *holder(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = { 1, 0 };
    pthread_create(&thread, 0, holder, 0);
    int result = pthread_mutex_timedlock(&lock, &soon);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0) {
        count++;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, 0);
    assert(count == 1 + (result == 0));
    return 0;
}
