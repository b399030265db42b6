/*
 * Spin locks. The lowest bit says that the lock has been initialised; above it stands the number of the thread that
 * holds it, or none. So a free lock is 1, as with glibc on x86, and zeros are no lock: nothing but a call initialises
 * one. Where misuse is not looked for, zeros are a free lock too. Waiting is waiting, however it burns the processor.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define FREE 1
#define DESTROYED 0
#define HELD_BY(thread) ((int)(thread) << 1 | 1)
#define IS_FREE(state) ((unsigned int)(state) <= FREE)
/* No thread has a number of more than 16 bits. */
#define IS_LOCK(state) (((state) & 1) && (unsigned int)(state) < 0x20000)
#define IS_USABLE "the spin lock has been initialised and not destroyed"

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    __bmc_atomic_begin();
    if (__bmc_checks("api") && BMC_IS_STATIC((void *)lock, pthread_spin_init))
        __bmc_require(!IS_LOCK(*lock), "the spin lock has not been initialised yet");
    __bmc_release((void *)lock);
    *lock = FREE;
    __bmc_atomic_end();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    if (__bmc_checks("api")) {
        __bmc_atomic_begin();
        int state = *lock;
        __bmc_require(IS_LOCK(state), IS_USABLE);
        __bmc_require(state == FREE, "no thread holds the spin lock");
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
    int own = HELD_BY(__bmc_current_thread());
    _Bool usable = 1;
    _Bool is_own = 0;
    if (__bmc_checks("api")) {
        usable = IS_LOCK(state);
        is_own = state == own;
    }
    if (!failure)
        __bmc_wait(IS_FREE(state) || is_own || !usable, (void *)lock);
    __bmc_require(usable, IS_USABLE);
    if (!failure)
        __bmc_require(!is_own, "the spin lock is not held by the calling thread");
    if (!failure || IS_FREE(state)) {
        *lock = own;
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
    __bmc_require(*lock == HELD_BY(__bmc_current_thread()), "the spin lock is held by the calling thread");
    __bmc_release((void *)lock);
    *lock = FREE;
    __bmc_atomic_end();
    return 0;
}
