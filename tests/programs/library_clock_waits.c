// expect: safe

/* Waits by a clock: which clocks there are, which times, and what comes of waiting in vain. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
sem_t semaphore;

int main(void)
{
    struct timespec soon = {1, 999999999}, never = {1, 1000000000}, before = {1, -1};

    assert(pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
    /* With glibc, nobody looks at the time of who need not wait for a mutex; for everything else it must be one. */
    assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &never) == 0);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &soon) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &never) == EINVAL);
    assert(pthread_mutex_timedlock(&mutex, &before) == EINVAL);

    assert(pthread_cond_clockwait(&condition, &mutex, 77, &soon) == EINVAL);
    assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &never) == EINVAL);
    assert(pthread_cond_timedwait(&condition, &mutex, &before) == EINVAL);
    int waited = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon);
    assert(waited == 0 || waited == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);

    assert(pthread_rwlock_clockrdlock(&lock, 77, &soon) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &soon) == 0);
    assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &never) == EINVAL);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == 0);
    assert(pthread_rwlock_clockwrlock(&lock, 77, &soon) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &never) == EINVAL);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == 0);
    assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == EDEADLK);
    pthread_rwlock_unlock(&lock);

    assert(sem_init(&semaphore, 0, 2147483648u) == -1 && errno == EINVAL);
    assert(sem_init(&semaphore, 0, 1) == 0);
    errno = 0;
    assert(sem_clockwait(&semaphore, 77, &soon) == -1 && errno == EINVAL);
    assert(sem_timedwait(&semaphore, &never) == -1 && errno == EINVAL);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon) == 0);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon) == -1 && errno == ETIMEDOUT);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &never) == -1 && errno == EINVAL);
    assert(sem_timedwait(&semaphore, &before) == -1 && errno == EINVAL);
    return 0;
}
