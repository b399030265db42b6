// expect: violated assert line=28
// also: race
// min-rounds: 1

/* Two names, two semaphores: nobody waits for the worker. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

int data;
sem_t *start, *ready;

void *worker(void *unused)
{
    data = 1;
    sem_post(ready);
    return 0;
}

int main(void)
{
    pthread_t thread;
    start = sem_open("/start", O_CREAT, 0600, 1);
    ready = sem_open("/ready", O_CREAT, 0600, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_wait(start);
    assert(data == 1);
    return 0;
}
