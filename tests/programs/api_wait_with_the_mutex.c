// expect: no-violation

/* The waiter has the lock when it tests and when it waits. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int items;

void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, consumer, 0);
    pthread_mutex_lock(&lock);
    items = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
