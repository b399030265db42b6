/*
 * Mutexes. The owner's number is the lock; a free mutex is all zeros.
 *
 * Each call is one atomic section. The kind is read first: in most programs nothing writes it while threads run,
 * so it is a constant and the read costs nothing; then locking is one read and one write of the owner. Locking a
 * normal mutex again by its owner waits forever, as POSIX has it; unlocking one that another thread holds is an
 * error of the program, where the other types return EPERM. To destroy a mutex leaves a kind that is none.
 *
 * The timed form gives up whenever it runs while the mutex is taken: how long it waits before it runs is the
 * scheduler's choice, so every outcome is covered.
 *
 * A robust mutex whose owner has ended goes to the next who wants it, who must declare it consistent before
 * unlocking it; otherwise nobody gets it any more.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define TYPE(kind) ((kind) & BMC_MUTEX_TYPE)
#define IS_ROBUST(kind) (BMC_HAS_ROBUST && ((kind) & BMC_MUTEX_ROBUST))
#define KNOWS_ITS_OWNER(kind) \
    (TYPE(kind) == PTHREAD_MUTEX_RECURSIVE || TYPE(kind) == PTHREAD_MUTEX_ERRORCHECK || IS_ROBUST(kind))

#define IS_USABLE "the mutex has been initialised and not destroyed"

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    int kind = PTHREAD_MUTEX_DEFAULT;
    if (attributes) {
        kind = attributes->kind;
        __bmc_require(BMC_ARE_ATTRIBUTES(kind), BMC_ATTRIBUTES_ARE_USABLE);
        kind = kind & (BMC_MUTEX_TYPE | BMC_MUTEX_ROBUST | BMC_MUTEX_TIMED);
    }
    __bmc_atomic_begin();
    if (__bmc_checks("api")) {
        if (BMC_IS_STATIC(mutex, pthread_mutex_init)) {
            int before = mutex->kind;
            __bmc_require(before == BMC_MUTEX_DESTROYED || !(before & BMC_MUTEX_INITIALISED),
                          "the mutex has not been initialised yet");
        }
        kind = kind | BMC_MUTEX_INITIALISED;
    }
    __bmc_release(mutex);
    mutex->owner = 0;
    mutex->kind = kind;
    if (TYPE(kind) == PTHREAD_MUTEX_RECURSIVE)
        mutex->again = 0;
    if (IS_ROBUST(kind))
        mutex->recovery = BMC_CONSISTENT;
    __bmc_atomic_end();
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    if (__bmc_checks("api")) {
        __bmc_atomic_begin();
        __bmc_require(BMC_IS_MUTEX(mutex->kind), IS_USABLE);
        __bmc_require(mutex->owner == 0, "no thread holds the mutex");
        mutex->kind = BMC_MUTEX_DESTROYED;
        __bmc_atomic_end();
    }
    return 0;
}

/* Returns `failure` if the mutex is not to be had now; 0 as the failure means to wait for it. */
static inline int take(pthread_mutex_t *mutex, int failure, _Bool is_of_c11)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    int result = 0;
    __bmc_atomic_begin();
    int kind = mutex->kind;
    __bmc_require(BMC_IS_MUTEX(kind) && (!is_of_c11 || (kind & BMC_MUTEX_INITIALISED)), IS_USABLE);
    if (is_of_c11 && failure == ETIMEDOUT)
        __bmc_require(kind & BMC_MUTEX_TIMED, "the mutex was initialised as mtx_timed");
    unsigned int owner = mutex->owner;
    if (TYPE(kind) == PTHREAD_MUTEX_RECURSIVE && owner == self)
        mutex->again = mutex->again + 1;
    else if (TYPE(kind) == PTHREAD_MUTEX_ERRORCHECK && owner == self && failure != EBUSY)
        result = EDEADLK;
    else if (IS_ROBUST(kind) && mutex->recovery == BMC_LOST)
        result = ENOTRECOVERABLE;
    else {
        _Bool abandoned = IS_ROBUST(kind) && __bmc_has_ended(owner);
        _Bool free = owner == 0 || abandoned;
        _Bool is_own = is_of_c11 && failure != EBUSY && owner == self;
        if (!failure)
            __bmc_wait(free || is_own, mutex);
        if (is_of_c11 && failure != EBUSY)
            __bmc_require(!is_own, "a mutex that is not recursive is not held by the calling thread");
        if (!failure || free) {
            mutex->owner = self;
            __bmc_hold(mutex);
            if (abandoned) {
                mutex->again = 0;
                mutex->recovery = BMC_INCONSISTENT;
                result = EOWNERDEAD;
            }
        } else
            result = failure;
    }
    __bmc_atomic_end();
    return result;
}

static int take_mutex(pthread_mutex_t *mutex, int failure)
{
    return take(mutex, failure, 0);
}

int __bmc_take_mutex_of_c11(void *mutex, int failure)
{
    return take(mutex, failure, __bmc_checks("api"));
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return take_mutex(mutex, 0);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return take_mutex(mutex, EBUSY);
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time)
{
    int result = take_mutex(mutex, ETIMEDOUT);
    return BMC_UNTIL(time, result);
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time)
{
    return BMC_IS_CLOCK(clock) ? pthread_mutex_timedlock(mutex, time) : EINVAL;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    int result = 0;
    if (__bmc_spurious_wakeups() && BMC_WAITS_FOR_CONDITIONS)
        __bmc_woken_by = 0;
    __bmc_atomic_begin();
    int kind = mutex->kind;
    __bmc_require(BMC_IS_MUTEX(kind), IS_USABLE);
    if (KNOWS_ITS_OWNER(kind) && mutex->owner != self)
        result = EPERM;
    else if (TYPE(kind) == PTHREAD_MUTEX_RECURSIVE && mutex->again)
        mutex->again = mutex->again - 1;
    else {
        if (!KNOWS_ITS_OWNER(kind))
            __bmc_require(mutex->owner == self, "the mutex is held by the calling thread");
        if (IS_ROBUST(kind) && mutex->recovery == BMC_INCONSISTENT)
            mutex->recovery = BMC_LOST;
        __bmc_release(mutex);
        mutex->owner = 0;
    }
    __bmc_atomic_end();
    return result;
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    int result = EINVAL;
    __bmc_atomic_begin();
    if (IS_ROBUST(mutex->kind) && mutex->recovery == BMC_INCONSISTENT) {
        mutex->recovery = BMC_CONSISTENT;
        result = 0;
    }
    __bmc_atomic_end();
    return result;
}

int pthread_mutex_consistent_np(pthread_mutex_t *mutex)
{
    return pthread_mutex_consistent(mutex);
}
