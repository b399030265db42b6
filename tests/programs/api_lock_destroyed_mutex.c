// expect: violated api line=12
// min-rounds: 1

/* The worker is told to stop, but not waited for. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int stop;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    int stopped = stop;
    pthread_mutex_unlock(&lock);
    return (void *)(long)stopped;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    pthread_join(thread, 0);
    return 0;
}
