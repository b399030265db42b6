// expect: safe

/* A thread that waits is cancelled: its handler runs with the mutex locked, and join sees PTHREAD_CANCELED. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int cleaned;

void unlock(void *argument)
{
    cleaned = 1;
    pthread_mutex_unlock(&mutex);
}

void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, 0);
    for (;;)
        pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&mutex);
    assert(cleaned == 1);
    pthread_mutex_unlock(&mutex);
    return 0;
}
