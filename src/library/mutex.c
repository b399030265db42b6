/*
 * Mutexes. The owner's number is the lock; a free mutex is all zeros.
 *
 * Each call is one atomic section. The kind is read first: in most programs nothing ever writes it, so it is
 * a constant and the read costs nothing; then locking is one read and one write of the owner, unlocking one
 * write. Locking a normal mutex again by its owner waits forever, as POSIX has it.
 *
 * The timed form gives up whenever it runs while the mutex is taken: how long it waits before it runs is the
 * scheduler's choice, so every outcome is covered.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

/* glibc keeps flags in the other bits. */
#define KIND(mutex) ((mutex)->kind & 3)
#define KNOWS_ITS_OWNER(kind) ((kind) == PTHREAD_MUTEX_RECURSIVE || (kind) == PTHREAD_MUTEX_ERRORCHECK)

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    int kind = attributes ? attributes->kind : PTHREAD_MUTEX_DEFAULT;
    __bmc_atomic_begin();
    __bmc_release(mutex);
    mutex->owner = 0;
    mutex->kind = kind;
    if (kind == PTHREAD_MUTEX_RECURSIVE)
        mutex->again = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    int result = 0;
    __bmc_atomic_begin();
    int kind = KIND(mutex);
    if (KNOWS_ITS_OWNER(kind) && mutex->owner == self) {
        if (kind == PTHREAD_MUTEX_RECURSIVE)
            mutex->again = mutex->again + 1;
        else
            result = EDEADLK;
    } else {
        __bmc_wait(mutex->owner == 0, mutex);
        mutex->owner = self;
        __bmc_hold(mutex);
    }
    __bmc_atomic_end();
    return result;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    int result = 0;
    __bmc_atomic_begin();
    unsigned int owner = mutex->owner;
    if (owner == 0) {
        mutex->owner = self;
        __bmc_hold(mutex);
    } else if (owner == self && KIND(mutex) == PTHREAD_MUTEX_RECURSIVE)
        mutex->again = mutex->again + 1;
    else
        result = EBUSY;
    __bmc_atomic_end();
    return result;
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    int result = 0;
    __bmc_atomic_begin();
    unsigned int owner = mutex->owner;
    if (owner == 0) {
        mutex->owner = self;
        __bmc_hold(mutex);
    } else if (owner == self && KIND(mutex) == PTHREAD_MUTEX_RECURSIVE)
        mutex->again = mutex->again + 1;
    else if (owner == self && KIND(mutex) == PTHREAD_MUTEX_ERRORCHECK)
        result = EDEADLK;
    else
        result = ETIMEDOUT;
    __bmc_atomic_end();
    return result;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int result = 0;
    __bmc_atomic_begin();
    int kind = KIND(mutex);
    if (KNOWS_ITS_OWNER(kind) && mutex->owner != (unsigned int)__bmc_current_thread())
        result = EPERM;
    else if (kind == PTHREAD_MUTEX_RECURSIVE && mutex->again)
        mutex->again = mutex->again - 1;
    else {
        __bmc_release(mutex);
        mutex->owner = 0;
    }
    __bmc_atomic_end();
    return result;
}

/* No mutex is ever left behind inconsistent: a thread that ends keeps what it has locked. */
int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    return EINVAL;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    attributes->kind = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind)
{
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    attributes->kind = kind;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind)
{
    *kind = attributes->kind;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared)
{
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol)
{
    return 0;
}
