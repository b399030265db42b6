// expect: violated api line=17
// min-rounds: 1
// unwind: 2

/* Two queues share a condition variable, but each has a lock of its own. */
#include <pthread.h>

pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items[2];

void *consumer(void *number)
{
    int queue = (int)(long)number;
    pthread_mutex_lock(&locks[queue]);
    while (items[queue] == 0)
        pthread_cond_wait(&filled, &locks[queue]);
    pthread_mutex_unlock(&locks[queue]);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, consumer, (void *)0L);
    pthread_create(&second, 0, consumer, (void *)1L);
    pthread_exit(0);
}
