// expect: violated assert line=34
// also: deadlock
// min-rounds: 2

/* A thread that waits for another one is cancelled; the other one can still be joined. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t stop;
pthread_t worker_thread;

void *worker(void *unused)
{
    sem_wait(&stop);
    return 0;
}

void *waiter(void *unused)
{
    pthread_join(worker_thread, 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    sem_init(&stop, 0, 0);
    pthread_create(&worker_thread, 0, worker, 0);
    pthread_create(&thread, 0, waiter, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result != PTHREAD_CANCELED);
    return 0;
}
