// expect: violated api line=12
// min-rounds: 1

/* The worker may be first: it is created before the semaphore is initialised. */
#include <pthread.h>
#include <semaphore.h>

sem_t ready;

void *worker(void *unused)
{
    sem_post(&ready);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    sem_init(&ready, 0, 0);
    sem_wait(&ready);
    pthread_join(thread, 0);
    return 0;
}
