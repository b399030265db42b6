/*
 * Spin locks: 0 is free, otherwise it is the number of the thread that holds it. Waiting is waiting, however it
 * burns the processor.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

/* No thread has such a number. */
#define DESTROYED (-1)
#define IS_LOCK(state) ((unsigned int)(state) < 0x10000)
#define IS_USABLE "the spin lock has been initialised and not destroyed"

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    __bmc_atomic_begin();
    __bmc_release((void *)lock);
    *lock = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    if (__bmc_checks("api")) {
        __bmc_atomic_begin();
        int state = *lock;
        __bmc_require(IS_LOCK(state), IS_USABLE);
        __bmc_require(state == 0, "no thread holds the spin lock");
        *lock = DESTROYED;
        __bmc_atomic_end();
    }
    return 0;
}

/* Returns `failure` if the lock is not to be had now; 0 as the failure means to wait for it. */
static int take_spin_lock(pthread_spinlock_t *lock, int failure)
{
    int result = 0;
    __bmc_atomic_begin();
    int state = *lock;
    _Bool usable = 1;
    if (__bmc_checks("api"))
        usable = IS_LOCK(state);
    if (!failure)
        __bmc_wait(state == 0 || !usable, (void *)lock);
    __bmc_require(usable, IS_USABLE);
    if (!failure || state == 0) {
        *lock = (int)__bmc_current_thread();
        __bmc_hold((void *)lock);
    } else
        result = failure;
    __bmc_atomic_end();
    return result;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    return take_spin_lock(lock, 0);
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    return take_spin_lock(lock, EBUSY);
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    __bmc_atomic_begin();
    __bmc_require(*lock == (int)__bmc_current_thread(), "the spin lock is held by the calling thread");
    __bmc_release((void *)lock);
    *lock = 0;
    __bmc_atomic_end();
    return 0;
}
