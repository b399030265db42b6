// expect: safe

/* The mutex is destroyed when nobody can use it any more, and may be made anew then. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock;
int value;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        pthread_t thread;
        pthread_mutex_init(&lock, 0);
        pthread_create(&thread, 0, worker, 0);
        pthread_mutex_lock(&lock);
        value++;
        pthread_mutex_unlock(&lock);
        pthread_join(thread, 0);
        pthread_mutex_destroy(&lock);
    }
    assert(value == 4);
    return 0;
}
