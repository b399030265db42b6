// expect: violated api line=15
// also: race
// min-rounds: 1

/* The waiter tests without the lock and waits without it, too. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int items;

void *consumer(void *unused)
{
    while (items == 0)
        pthread_cond_wait(&ready, &lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, consumer, 0);
    items = 1;
    pthread_cond_signal(&ready);
    pthread_join(thread, 0);
    return 0;
}
