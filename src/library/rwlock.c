/*
 * Read-write locks: one word, the number of readers or WRITER. Neither side is preferred, so every order POSIX
 * allows is possible. The timed forms give up whenever they run while the lock is taken.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define WRITER 0xffffffffU

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    __bmc_atomic_begin();
    lock->state = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    __bmc_atomic_begin();
    unsigned int state = lock->state;
    __bmc_wait(state != WRITER, lock);
    lock->state = state + 1;
    __bmc_atomic_end();
    return 0;
}

static int try_reading(pthread_rwlock_t *lock, int failure)
{
    int result = 0;
    __bmc_atomic_begin();
    unsigned int state = lock->state;
    if (state != WRITER)
        lock->state = state + 1;
    else
        result = failure;
    __bmc_atomic_end();
    return result;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return try_reading(lock, EBUSY);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *time)
{
    return try_reading(lock, ETIMEDOUT);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    __bmc_atomic_begin();
    __bmc_wait(lock->state == 0, lock);
    lock->state = WRITER;
    __bmc_atomic_end();
    return 0;
}

static int try_writing(pthread_rwlock_t *lock, int failure)
{
    int result = 0;
    __bmc_atomic_begin();
    if (lock->state == 0)
        lock->state = WRITER;
    else
        result = failure;
    __bmc_atomic_end();
    return result;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return try_writing(lock, EBUSY);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *time)
{
    return try_writing(lock, ETIMEDOUT);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    __bmc_atomic_begin();
    unsigned int state = lock->state;
    lock->state = state == WRITER ? 0 : state - 1;
    __bmc_atomic_end();
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
    attributes->kind = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
    return 0;
}
