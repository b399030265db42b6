/*
 * Read-write locks: one word, the number of readers or the writer. Neither side is preferred, so every order POSIX
 * allows is possible. The timed forms give up whenever they run while the lock is taken. A writer that wants the
 * lock once more gets EDEADLK, as with glibc; a reader that wants to write waits for itself.
 *
 * The readers of a lock are not known one by one. But a thread knows how many locks it has to read, so that one
 * that unlocks more than it has locked is found.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define WRITER 0x80000000U
#define IS_USABLE "the lock has been initialised and not destroyed"

static _Thread_local unsigned int read_locks;

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    if (attributes)
        __bmc_require(BMC_ARE_ATTRIBUTES(attributes->kind), BMC_ATTRIBUTES_ARE_USABLE);
    __bmc_atomic_begin();
    if (__bmc_checks("api")) {
        if (BMC_IS_STATIC(lock, pthread_rwlock_init))
            __bmc_require(lock->stage != BMC_INITIALISED, "the lock has not been initialised yet");
        lock->stage = BMC_INITIALISED;
    }
    lock->state = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    if (__bmc_checks("api")) {
        __bmc_atomic_begin();
        __bmc_require(BMC_IS_USABLE(lock->stage), IS_USABLE);
        __bmc_require(lock->state == 0, "no thread holds the lock");
        lock->stage = BMC_DESTROYED;
        __bmc_atomic_end();
    }
    return 0;
}

/* Returns `failure` if the lock is not to be had now; 0 as the failure means to wait for it. */
static int start_reading(pthread_rwlock_t *lock, int failure)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    int result = 0;
    __bmc_atomic_begin();
    __bmc_require(BMC_IS_USABLE(lock->stage), IS_USABLE);
    unsigned int state = lock->state;
    _Bool free = !(state & WRITER);
    if (failure != EBUSY && state == (WRITER | self))
        result = EDEADLK;
    else {
        if (!failure)
            __bmc_wait(free, lock);
        if (!failure || free) {
            lock->state = state + 1;
            if (__bmc_checks("api"))
                read_locks = read_locks + 1;
        } else
            result = failure;
    }
    __bmc_atomic_end();
    return result;
}

static int start_writing(pthread_rwlock_t *lock, int failure)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    int result = 0;
    __bmc_atomic_begin();
    __bmc_require(BMC_IS_USABLE(lock->stage), IS_USABLE);
    unsigned int state = lock->state;
    if (failure != EBUSY && state == (WRITER | self))
        result = EDEADLK;
    else {
        if (!failure)
            __bmc_wait(state == 0, lock);
        if (!failure || state == 0)
            lock->state = WRITER | self;
        else
            result = failure;
    }
    __bmc_atomic_end();
    return result;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return start_reading(lock, 0);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return start_reading(lock, EBUSY);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *time)
{
    return BMC_IS_TIME(time) ? start_reading(lock, ETIMEDOUT) : EINVAL;
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time)
{
    return BMC_IS_CLOCK(clock) ? pthread_rwlock_timedrdlock(lock, time) : EINVAL;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    return start_writing(lock, 0);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return start_writing(lock, EBUSY);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *time)
{
    return BMC_IS_TIME(time) ? start_writing(lock, ETIMEDOUT) : EINVAL;
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time)
{
    return BMC_IS_CLOCK(clock) ? pthread_rwlock_timedwrlock(lock, time) : EINVAL;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    __bmc_atomic_begin();
    __bmc_require(BMC_IS_USABLE(lock->stage), IS_USABLE);
    unsigned int state = lock->state;
    _Bool written = (state & WRITER) != 0;
    if (__bmc_checks("api")) {
        unsigned int self = (unsigned int)__bmc_current_thread();
        unsigned int readings = read_locks;
        __bmc_require(written ? state == (WRITER | self) : state != 0 && readings != 0,
                      "the lock is held by the calling thread");
        if (!written)
            read_locks = readings - 1;
    }
    lock->state = written || state == 0 ? 0 : state - 1;
    __bmc_atomic_end();
    return 0;
}
