// expect: violated api line=11
// min-rounds: 1

/* A mutex is used like a semaphore: main locks it, the worker releases it. */
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_unlock(&gate);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&gate);
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&gate);
    pthread_join(thread, 0);
    pthread_mutex_unlock(&gate);
    return 0;
}
