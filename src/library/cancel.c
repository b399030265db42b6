/*
 * Cancellation. A request is noticed at the cancellation points: pthread_testcancel, sleeping, and waiting for
 * a condition variable, a semaphore or a thread. Asynchronous cancellation is treated
 * like the deferred one. The other models look for requests only in programs that mention pthread_cancel.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define MOST_THREADS 64

static _Bool requested[MOST_THREADS];
static _Thread_local int state;
static _Thread_local int type;

int pthread_cancel(pthread_t thread)
{
    if (thread == 0)
        return ESRCH;
    __bmc_limit(thread <= MOST_THREADS, "a thread with a number above 64 that is cancelled");
    __bmc_atomic_begin();
    __bmc_require(__bmc_is_known(thread), "the argument is a thread that has not been joined");
    requested[thread - 1] = 1;
    __bmc_atomic_end();
    return 0;
}

_Bool __bmc_cancel_requested(void)
{
    unsigned long self = __bmc_current_thread();
    if (state != PTHREAD_CANCEL_ENABLE || self > MOST_THREADS)
        return 0;
    __bmc_atomic_begin();
    _Bool result = requested[self - 1];
    __bmc_atomic_end();
    return result;
}

int pthread_setcancelstate(int new_state, int *old_state)
{
    if (new_state != PTHREAD_CANCEL_ENABLE && new_state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old_state)
        *old_state = state;
    state = new_state;
    return 0;
}

int pthread_setcanceltype(int new_type, int *old_type)
{
    if (new_type != PTHREAD_CANCEL_DEFERRED && new_type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (old_type)
        *old_type = type;
    type = new_type;
    return 0;
}

void pthread_testcancel(void)
{
    if (__bmc_mentions("pthread_cancel") && __bmc_cancel_requested())
        pthread_exit(PTHREAD_CANCELED);
}
