// expect: safe
// options: --check deadlock

/* What the signal tells is also written down, so that it does not matter who is first. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t done = PTHREAD_COND_INITIALIZER;
int is_done;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    is_done = 1;
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    while (!is_done)
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
