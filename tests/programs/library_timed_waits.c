// expect: violated assert line=29
// rounds: 2   min-rounds: 1

/* A timed wait may give up, whatever its time. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t semaphore;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *poster(void *argument)
{
    sem_post(&semaphore);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timespec time = { 100, 0 };
    sem_init(&semaphore, 0, 0);
    assert(pthread_rwlock_timedrdlock(&lock, &time) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &time) == ETIMEDOUT);
    pthread_create(&thread, 0, poster, 0);
    /* The post may come too late. */
    assert(sem_timedwait(&semaphore, &time) == 0);
    return 0;
}
