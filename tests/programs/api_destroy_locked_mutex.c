// expect: violated api line=26
// also: race
// min-rounds: 2

/* The worker says that it has finished before it lets go of the mutex. */
#include <pthread.h>

pthread_mutex_t lock;
int finished;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    finished = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_init(&lock, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
    if (finished)
        pthread_mutex_destroy(&lock);
    return 0;
}
