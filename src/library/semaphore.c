/* Unnamed semaphores: a counter. It is taken not to overflow, and a wait is never interrupted by a signal. */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

int sem_init(sem_t *semaphore, int shared, unsigned int value)
{
    __bmc_atomic_begin();
    semaphore->value = value;
    __bmc_atomic_end();
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    return 0;
}

int sem_wait(sem_t *semaphore)
{
    if (__bmc_mentions("pthread_cancel")) {
        __bmc_atomic_begin();
        _Bool cancelled = __bmc_cancel_requested();
        unsigned int count = semaphore->value;
        __bmc_wait(cancelled || count != 0, semaphore);
        if (!cancelled)
            semaphore->value = count - 1;
        __bmc_atomic_end();
        if (cancelled)
            pthread_exit(PTHREAD_CANCELED);
        return 0;
    }
    __bmc_atomic_begin();
    unsigned int value = semaphore->value;
    __bmc_wait(value != 0, semaphore);
    semaphore->value = value - 1;
    __bmc_atomic_end();
    return 0;
}

static int try_taking(sem_t *semaphore, int failure)
{
    __bmc_atomic_begin();
    unsigned int value = semaphore->value;
    if (value != 0)
        semaphore->value = value - 1;
    __bmc_atomic_end();
    if (value != 0)
        return 0;
    errno = failure;
    return -1;
}

int sem_trywait(sem_t *semaphore)
{
    return try_taking(semaphore, EAGAIN);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *time)
{
    return try_taking(semaphore, ETIMEDOUT);
}

int sem_post(sem_t *semaphore)
{
    __bmc_atomic_begin();
    semaphore->value = semaphore->value + 1;
    __bmc_atomic_end();
    return 0;
}

int sem_getvalue(sem_t *semaphore, int *value)
{
    __bmc_atomic_begin();
    unsigned int found = semaphore->value;
    __bmc_atomic_end();
    *value = (int)found;
    return 0;
}
