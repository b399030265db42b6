/* Spin locks: 0 is free. Waiting is waiting, however it burns the processor. */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    __bmc_atomic_begin();
    *lock = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    __bmc_atomic_begin();
    __bmc_wait(*lock == 0, lock);
    *lock = 1;
    __bmc_atomic_end();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    int result = 0;
    __bmc_atomic_begin();
    if (*lock == 0)
        *lock = 1;
    else
        result = EBUSY;
    __bmc_atomic_end();
    return result;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    __bmc_atomic_begin();
    *lock = 0;
    __bmc_atomic_end();
    return 0;
}
