/*
 * Barriers. The last thread to arrive opens the barrier by beginning a new generation; the others wait for
 * that. POSIX leaves open which thread gets PTHREAD_BARRIER_SERIAL_THREAD; here it is the last one.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned int count)
{
    if (count == 0)
        return EINVAL;
    __bmc_atomic_begin();
    barrier->count = count;
    barrier->arrived = 0;
    barrier->generation = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    __bmc_atomic_begin();
    unsigned int arrived = barrier->arrived + 1;
    unsigned int generation = barrier->generation;
    _Bool last = arrived == barrier->count;
    barrier->arrived = last ? 0 : arrived;
    if (last)
        barrier->generation = generation + 1;
    __bmc_atomic_end();
    if (last)
        return PTHREAD_BARRIER_SERIAL_THREAD;

    __bmc_atomic_begin();
    __bmc_wait(barrier->generation != generation, barrier);
    __bmc_atomic_end();
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes)
{
    attributes->shared = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes)
{
    return 0;
}
