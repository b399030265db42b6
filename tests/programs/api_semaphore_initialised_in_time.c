// expect: safe

/* As it should be: initialised before there is another thread, destroyed after it, and initialised again. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ready;
int data;

void *worker(void *unused)
{
    data = 1;
    sem_post(&ready);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&ready, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_wait(&ready);
    assert(data == 1);
    pthread_join(thread, 0);
    sem_destroy(&ready);
    sem_init(&ready, 0, 1);
    sem_wait(&ready);
    sem_destroy(&ready);
    return 0;
}
