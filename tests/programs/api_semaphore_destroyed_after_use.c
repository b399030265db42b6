// expect: safe

/* Main waits for the thread that uses the semaphore. */
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
    for (int round = 0; round < 2; round++) {
        sem_init(&tokens, 0, 0);
        pthread_create(&thread, 0, taker, 0);
        sem_post(&tokens);
        pthread_join(thread, 0);
        sem_destroy(&tokens);
    }
    return 0;
}
