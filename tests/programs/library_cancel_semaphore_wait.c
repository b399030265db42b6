// expect: safe

/* A thread that waits for a semaphore is cancelled. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t never;

void *waiter(void *unused)
{
    sem_wait(&never);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    int value;
    sem_init(&never, 0, 0);
    pthread_create(&thread, 0, waiter, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    assert(sem_getvalue(&never, &value) == 0 && value == 0);
    return 0;
}
