/*
 * Condition variables. The state is one word with a bit for every thread that waits and has not been woken.
 *
 * Waiting sets the thread's own bit and releases the mutex in one step; then, in one more step, it waits until
 * the bit has been cleared and the mutex is free, and takes the mutex. (Being woken without holding the mutex
 * is not a state anyone could observe, so the two need no step each.) A signal clears one bit, any one of
 * those set at that moment; a broadcast clears them all. Hence a signal without a waiter is lost, a thread
 * that begins to wait after a signal can never be woken by it, and which of several waiters wakes is open.
 *
 * POSIX also allows a wait to return without a signal. That is not modelled: a program that is only wrong
 * under spurious wakeups is reported as correct.
 *
 * The choice of a signal is a total function of an arbitrary word, not an assumption about it: a signal
 * never blocks, so it cannot look like a deadlock.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define MOST_THREADS 64
#define TOO_MANY_THREADS "at most 64 threads can use condition variables"

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    __bmc_atomic_begin();
    condition->waiting = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    return 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    __bmc_assert(self <= MOST_THREADS, TOO_MANY_THREADS);
    unsigned long long bit = 1ULL << (self - 1);

    __bmc_atomic_begin();
    condition->waiting = condition->waiting | bit;
    __bmc_release(mutex);
    mutex->owner = 0;
    __bmc_atomic_end();

    if (__bmc_mentions("pthread_cancel")) {
        /* A thread that is cancelled while it waits has the mutex when its cleanup handlers run. */
        __bmc_atomic_begin();
        _Bool cancelled = __bmc_cancel_requested();
        unsigned long long waiting = condition->waiting;
        __bmc_wait(cancelled || (waiting & bit) == 0, condition);
        __bmc_wait(mutex->owner == 0, mutex);
        condition->waiting = waiting & ~bit;
        mutex->owner = self;
        __bmc_hold(mutex);
        __bmc_atomic_end();
        if (cancelled)
            pthread_exit(PTHREAD_CANCELED);
        return 0;
    }
    __bmc_atomic_begin();
    __bmc_wait((condition->waiting & bit) == 0, condition);
    __bmc_wait(mutex->owner == 0, mutex);
    mutex->owner = self;
    __bmc_hold(mutex);
    __bmc_atomic_end();
    return 0;
}

/* If it has not been woken when it runs again, its time has run out; the scheduler decides when that is. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    __bmc_assert(self <= MOST_THREADS, TOO_MANY_THREADS);
    unsigned long long bit = 1ULL << (self - 1);
    int result = 0;

    __bmc_atomic_begin();
    condition->waiting = condition->waiting | bit;
    __bmc_release(mutex);
    mutex->owner = 0;
    __bmc_atomic_end();

    __bmc_atomic_begin();
    unsigned long long waiting = condition->waiting;
    __bmc_wait(mutex->owner == 0, mutex);
    if (waiting & bit) {
        condition->waiting = waiting & ~bit;
        result = ETIMEDOUT;
    }
    mutex->owner = self;
    __bmc_hold(mutex);
    __bmc_atomic_end();
    return result;
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    unsigned long long choice = __VERIFIER_nondet_ulonglong();
    __bmc_atomic_begin();
    unsigned long long waiting = condition->waiting;
    unsigned long long candidates = waiting & choice;
    if (candidates == 0)
        candidates = waiting;
    /* The lowest of the candidates; every waiter is one for some choice. */
    condition->waiting = waiting & ~(candidates & -candidates);
    __bmc_atomic_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    __bmc_atomic_begin();
    condition->waiting = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    attributes->clock = CLOCK_REALTIME;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes)
{
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
    attributes->clock = clock;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared)
{
    return 0;
}
