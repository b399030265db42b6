// expect: violated api line=33
// min-rounds: 2

/* Main signals only one of its two workers before it tears the condition variable down. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t go;
int waiters, started;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    waiters++;
    while (!started)
        pthread_cond_wait(&go, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_cond_init(&go, 0);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_mutex_lock(&lock);
    int both = waiters == 2;
    started = 1;
    pthread_cond_signal(&go);
    pthread_mutex_unlock(&lock);
    if (both)
        pthread_cond_destroy(&go);
    return 0;
}
