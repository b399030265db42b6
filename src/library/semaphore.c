/*
 * Semaphores: a counter. A wait is never interrupted by a signal of the system. A thread that waits for a
 * semaphore which is destroyed meanwhile is found when it notices.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

/* Nothing but a call initialises a semaphore: zeros are none. */
#define IS_SEMAPHORE(stage) ((stage) == BMC_INITIALISED)
#define IS_USABLE "the semaphore has been initialised and not destroyed"

int sem_init(sem_t *semaphore, int shared, unsigned int value)
{
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    __bmc_atomic_begin();
    if (__bmc_checks("api")) {
        if (BMC_IS_STATIC(semaphore, sem_init))
            __bmc_require(!IS_SEMAPHORE(semaphore->stage), "the semaphore has not been initialised yet");
        semaphore->stage = BMC_INITIALISED;
    }
    semaphore->value = value;
    __bmc_atomic_end();
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    if (__bmc_checks("api")) {
        __bmc_atomic_begin();
        __bmc_require(IS_SEMAPHORE(semaphore->stage), IS_USABLE);
        semaphore->stage = BMC_DESTROYED;
        __bmc_atomic_end();
    }
    return 0;
}

/* Waits if no `failure` is given. */
static int take_semaphore(sem_t *semaphore, int failure)
{
    _Bool cancelled = 0;
    __bmc_atomic_begin();
    _Bool usable = 1;
    if (__bmc_checks("api"))
        usable = IS_SEMAPHORE(semaphore->stage);
    if (failure != EAGAIN && __bmc_mentions("pthread_cancel"))
        cancelled = __bmc_cancel_requested();
    unsigned int value = semaphore->value;
    if (!failure)
        __bmc_wait(cancelled || value != 0 || !usable, semaphore);
    __bmc_require(usable, IS_USABLE);
    if (!cancelled && value != 0)
        semaphore->value = value - 1;
    __bmc_atomic_end();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
    if (!failure || value != 0)
        return 0;
    errno = failure;
    return -1;
}

int sem_wait(sem_t *semaphore)
{
    return take_semaphore(semaphore, 0);
}

int sem_trywait(sem_t *semaphore)
{
    return take_semaphore(semaphore, EAGAIN);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *time)
{
    if (BMC_IS_TIME(time))
        return take_semaphore(semaphore, ETIMEDOUT);
    errno = EINVAL;
    return -1;
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *time)
{
    if (BMC_IS_CLOCK(clock))
        return sem_timedwait(semaphore, time);
    errno = EINVAL;
    return -1;
}

int sem_post(sem_t *semaphore)
{
    __bmc_atomic_begin();
    __bmc_require(IS_SEMAPHORE(semaphore->stage), IS_USABLE);
    unsigned int value = semaphore->value;
    _Bool full = value == SEM_VALUE_MAX;
    if (!full)
        semaphore->value = value + 1;
    __bmc_atomic_end();
    if (!full)
        return 0;
    errno = EOVERFLOW;
    return -1;
}

int sem_getvalue(sem_t *semaphore, int *value)
{
    __bmc_atomic_begin();
    __bmc_require(IS_SEMAPHORE(semaphore->stage), IS_USABLE);
    unsigned int found = semaphore->value;
    __bmc_atomic_end();
    *value = (int)found;
    return 0;
}
