// expect: no-violation
// rounds: 2

/* A failed sem_trywait sets the errno of its own thread only. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;

void *fail(void *unused)
{
    assert(sem_trywait(&semaphore) == -1);
    assert(errno == EAGAIN);
    return 0;
}

int main(void)
{
    pthread_t thread;
    errno = 0;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, fail, 0);
    assert(errno == 0);
    pthread_join(thread, 0);
    assert(errno == 0);
    return 0;
}
