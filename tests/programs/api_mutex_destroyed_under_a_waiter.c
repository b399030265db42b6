// expect: violated api line=15
// min-rounds: 2

/* The mutex ends while a thread waits for the condition variable and will want it back. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int waits;

void *waiter(void *unused)
{
    pthread_mutex_lock(&lock);
    waits = 1;
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&lock);
    int destroy = waits;
    pthread_mutex_unlock(&lock);
    if (destroy) {
        pthread_mutex_destroy(&lock);
        pthread_cond_signal(&changed);
    }
    return 0;
}
