// expect: violated assert line=29
// also: race
// rounds: 3   min-rounds: 3

/* Initialised with two units the semaphore lets both in, and an increment is lost. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int counter;

void *increment(void *unused)
{
    sem_wait(&semaphore);
    counter++;
    sem_post(&semaphore);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&semaphore, 0, 2);
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
