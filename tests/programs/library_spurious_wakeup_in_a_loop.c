// expect: safe

/* The consumer looks again whatever has woken it. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;

void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&filled, &lock);
    assert(items == 1);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, consumer, 0);
    pthread_mutex_lock(&lock);
    items = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
