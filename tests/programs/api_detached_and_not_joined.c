// expect: safe

/* A detached thread tells by other means that it is done. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t finished;
int result;

void *worker(void *unused)
{
    pthread_detach(pthread_self());
    result = 42;
    sem_post(&finished);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&finished, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_wait(&finished);
    assert(result == 42);
    return 0;
}
