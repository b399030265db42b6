// expect: no-violation
// unwind: 2

/* A condition variable may be used with another mutex when nobody waits for it. */
#include <pthread.h>

pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;

void *producer(void *number)
{
    pthread_mutex_t *lock = &locks[(long)number];
    pthread_mutex_lock(lock);
    items++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(lock);
    return 0;
}

int main(void)
{
    for (long turn = 0; turn < 2; turn++) {
        pthread_t thread;
        items = 0;
        pthread_create(&thread, 0, producer, (void *)turn);
        pthread_mutex_lock(&locks[turn]);
        while (items == 0)
            pthread_cond_wait(&filled, &locks[turn]);
        pthread_mutex_unlock(&locks[turn]);
        pthread_join(thread, 0);
    }
    return 0;
}
