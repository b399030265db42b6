/*
 * Barriers. The last thread to arrive opens the barrier by beginning a new generation; the others wait for
 * that. POSIX leaves open which thread gets PTHREAD_BARRIER_SERIAL_THREAD; here it is the last one.
 *
 * A barrier may be destroyed, and its memory reused, as soon as it has opened. Then destroying waits until
 * everyone has left, as with glibc.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define HAS_DESTROY __bmc_mentions("pthread_barrier_destroy")
/* Nothing but a call initialises a barrier. */
#define IS_BARRIER(stage) ((stage) == BMC_INITIALISED)
#define IS_USABLE "the barrier has been initialised and not destroyed"

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned int count)
{
    if (attributes)
        __bmc_require(BMC_ARE_ATTRIBUTES(attributes->shared), BMC_ATTRIBUTES_ARE_USABLE);
    if (count == 0)
        return EINVAL;
    __bmc_atomic_begin();
    if (__bmc_checks("api")) {
        if (BMC_IS_STATIC(barrier, pthread_barrier_init))
            __bmc_require(!IS_BARRIER(barrier->stage), "the barrier has not been initialised yet");
        barrier->stage = BMC_INITIALISED;
    }
    barrier->count = count;
    barrier->arrived = 0;
    barrier->generation = 0;
    if (HAS_DESTROY)
        barrier->leaving = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    __bmc_atomic_begin();
    __bmc_require(IS_BARRIER(barrier->stage), IS_USABLE);
    __bmc_require(barrier->arrived == 0, "no thread waits at the barrier");
    __bmc_wait(barrier->leaving == 0, barrier);
    if (__bmc_checks("api"))
        barrier->stage = BMC_DESTROYED;
    __bmc_atomic_end();
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    __bmc_atomic_begin();
    __bmc_require(IS_BARRIER(barrier->stage), IS_USABLE);
    unsigned int arrived = barrier->arrived + 1;
    unsigned int generation = barrier->generation;
    _Bool last = arrived == barrier->count;
    barrier->arrived = last ? 0 : arrived;
    if (last) {
        barrier->generation = generation + 1;
        if (HAS_DESTROY)
            barrier->leaving = barrier->leaving + arrived - 1;
    }
    __bmc_atomic_end();
    if (last)
        return PTHREAD_BARRIER_SERIAL_THREAD;

    __bmc_atomic_begin();
    __bmc_wait(barrier->generation != generation, barrier);
    if (HAS_DESTROY)
        barrier->leaving = barrier->leaving - 1;
    __bmc_atomic_end();
    return 0;
}
