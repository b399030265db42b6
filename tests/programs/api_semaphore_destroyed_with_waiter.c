// expect: violated api line=12
// min-rounds: 1

/* The semaphore lives in a variable of main, who does not wait for the other thread. */
#include <pthread.h>
#include <semaphore.h>

sem_t tokens;

void *taker(void *unused)
{
    sem_wait(&tokens);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&tokens, 0, 0);
    pthread_create(&thread, 0, taker, 0);
    sem_post(&tokens);
    sem_destroy(&tokens);
    return 0;
}
