/*
 * Condition variables. The state is one word with a bit for every thread that waits and has not been woken.
 *
 * Waiting sets the thread's own bit and releases the mutex in one step; then, in one more step, it waits until
 * the bit has been cleared and the mutex is free, and takes the mutex. (Being woken without holding the mutex
 * is not a state anyone could observe, so the two need no step each.) A signal clears one bit, any one of
 * those set at that moment; a broadcast clears them all. Hence a signal without a waiter is lost, a thread
 * that begins to wait after a signal can never be woken by it, and which of several waiters wakes is open.
 *
 * POSIX also allows a wait to end without a signal. Whether a wait does is decided, arbitrarily, before it: a
 * thread for which it was decided otherwise needs a signal, so no deadlock is overlooked because something might
 * wake it. Most such wakeups change nothing: a thread that finds that it has to go on waiting stands where it
 * stood. So if every wait stands in a loop that does nothing else (the front end knows), runs in which a thread,
 * woken like that, waits for the same condition variable again before it has released a mutex are not looked at;
 * otherwise every loop around a wait could go on for ever. But a signal that comes while it is awake does not reach
 * it, so that it may wait for ever, or still wait when the condition variable is destroyed: where that is looked
 * for, such runs stay.
 *
 * A thread whose time has run out leaves first and takes the mutex in a second step, because a signal between the
 * two is not for it: it finds what it waited for, and is told that it was too late.
 *
 * A condition variable may be destroyed, and its memory reused, as soon as everyone has been woken. Then
 * destroying waits until they have left, and being woken and taking the mutex are two steps.
 *
 * The choice of a signal is a total function of an arbitrary word, not an assumption about it: a signal
 * never blocks, so it cannot look like a deadlock.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

#define MOST_THREADS 64
#define TOO_MANY_THREADS "a condition variable in a thread with a number above 64"
#define HAS_DESTROY (__bmc_mentions("pthread_cond_destroy") || __bmc_mentions("cnd_destroy"))
#define IS_USABLE "the condition variable has been initialised and not destroyed"
#define MUTEX_IS_USABLE "the mutex has been initialised and not destroyed"

/* Whether it matters that a signal comes while a thread is awake for nothing. */
#define LEAVES_OUT (__bmc_spurious_wakeups() && !__bmc_mentions("a wait that counts"))
#define KNOWS_WHO_IS_IDLE (LEAVES_OUT && (__bmc_checks("deadlock") || HAS_DESTROY))

_Thread_local void *__bmc_woken_by;

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    if (attributes)
        __bmc_require(BMC_ARE_ATTRIBUTES(attributes->clock), BMC_ATTRIBUTES_ARE_USABLE);
    __bmc_atomic_begin();
    if (__bmc_checks("api")) {
        if (BMC_IS_STATIC(condition, pthread_cond_init))
            __bmc_require(condition->stage != BMC_INITIALISED,
                          "the condition variable has not been initialised yet");
        condition->stage = BMC_INITIALISED;
        condition->mutex = 0;
    }
    condition->waiting = 0;
    if (HAS_DESTROY)
        condition->inside = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    __bmc_atomic_begin();
    __bmc_require(BMC_IS_USABLE(condition->stage), IS_USABLE);
    __bmc_require(condition->waiting == 0, "no thread waits for the condition variable");
    __bmc_wait((condition->inside & ~condition->waiting) == 0, condition);
    if (__bmc_checks("api"))
        condition->stage = BMC_DESTROYED;
    __bmc_atomic_end();
    return 0;
}

/* For the story of a run. */
void __bmc_wake_unasked(void)
{
}

/* If a thread whose time is limited has not been woken when it runs again, its time has run out; the scheduler
   decides when that is. */
static int wait_for_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, _Bool limited)
{
    unsigned int self = (unsigned int)__bmc_current_thread();
    __bmc_limit(self <= MOST_THREADS, TOO_MANY_THREADS);
    unsigned long long bit = 1ULL << (self - 1);
    _Bool unasked = 0;
    _Bool cancelled = 0;
    if (LEAVES_OUT && !KNOWS_WHO_IS_IDLE)
        __bmc_assume(__bmc_woken_by != condition);
    if (__bmc_spurious_wakeups())
        unasked = __VERIFIER_nondet_bool();

    __bmc_atomic_begin();
    if (KNOWS_WHO_IS_IDLE && __bmc_woken_by == condition)
        __bmc_assume((condition->idle & bit) == 0);
    __bmc_require(BMC_IS_USABLE(condition->stage), IS_USABLE);
    int kind = mutex->kind;
    __bmc_require(BMC_IS_MUTEX(kind), MUTEX_IS_USABLE);
    _Bool is_robust = BMC_HAS_ROBUST && (kind & BMC_MUTEX_ROBUST);
    if (((kind & BMC_MUTEX_TYPE) == PTHREAD_MUTEX_ERRORCHECK || is_robust) && mutex->owner != self) {
        __bmc_atomic_end();
        return EPERM;
    }
    __bmc_require(mutex->owner == self, "the mutex is held by the calling thread");
    unsigned long long waiting = condition->waiting;
    if (__bmc_checks("api")) {
        void *other = condition->mutex;
        __bmc_require(waiting == 0 || other == 0 || other == mutex,
                      "all who wait for the condition variable at the same time use the same mutex");
        condition->mutex = mutex;
    }
    condition->waiting = waiting | bit;
    if (HAS_DESTROY)
        condition->inside = condition->inside | bit;
    /* What was locked twice stays locked. */
    _Bool kept = (kind & BMC_MUTEX_TYPE) == PTHREAD_MUTEX_RECURSIVE && mutex->again;
    if (kept)
        mutex->again = mutex->again - 1;
    else {
        if (is_robust && mutex->recovery == BMC_INCONSISTENT)
            mutex->recovery = BMC_LOST;
        __bmc_release(mutex);
        mutex->owner = 0;
    }
    __bmc_atomic_end();

    __bmc_atomic_begin();
    if (__bmc_mentions("pthread_cancel"))
        cancelled = __bmc_cancel_requested();
    waiting = condition->waiting;
    _Bool signalled = (waiting & bit) == 0;
    __bmc_wait(limited || unasked || cancelled || signalled, condition);
    if (unasked && !signalled)
        __bmc_wake_unasked();
    if ((limited || __bmc_spurious_wakeups() || __bmc_mentions("pthread_cancel")) && !signalled)
        condition->waiting = waiting & ~bit;
    if (KNOWS_WHO_IS_IDLE && unasked && !signalled)
        condition->idle = condition->idle | bit;
    if (HAS_DESTROY)
        condition->inside = condition->inside & ~bit;
    if (HAS_DESTROY || (limited && !signalled)) {
        __bmc_atomic_end();
        __bmc_atomic_begin();
    }
    __bmc_require(BMC_IS_MUTEX(mutex->kind), MUTEX_IS_USABLE);
    int found = 0;
    if (kept)
        mutex->again = mutex->again + 1;
    else if (is_robust && mutex->recovery == BMC_LOST)
        found = ENOTRECOVERABLE;
    else {
        unsigned int owner = mutex->owner;
        _Bool abandoned = is_robust && __bmc_has_ended(owner);
        __bmc_wait(owner == 0 || abandoned, mutex);
        mutex->owner = self;
        __bmc_hold(mutex);
        if (abandoned) {
            mutex->again = 0;
            mutex->recovery = BMC_INCONSISTENT;
            found = EOWNERDEAD;
        }
    }
    __bmc_atomic_end();
    /* A thread that is cancelled while it waits has the mutex when its cleanup handlers run. */
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
    if (__bmc_spurious_wakeups())
        __bmc_woken_by = unasked && !signalled ? condition : (void *)0;
    if (found)
        return found;
    return limited && !signalled && !unasked ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    return wait_for_condition(condition, mutex, 0);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time)
{
    return BMC_IS_TIME(time) ? wait_for_condition(condition, mutex, 1) : EINVAL;
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *time)
{
    return BMC_IS_CLOCK(clock) ? pthread_cond_timedwait(condition, mutex, time) : EINVAL;
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    unsigned long long choice = __VERIFIER_nondet_ulonglong();
    __bmc_atomic_begin();
    __bmc_require(BMC_IS_USABLE(condition->stage), IS_USABLE);
    unsigned long long waiting = condition->waiting;
    unsigned long long candidates = waiting & choice;
    if (candidates == 0)
        candidates = waiting;
    /* The lowest of the candidates; every waiter is one for some choice. */
    condition->waiting = waiting & ~(candidates & -candidates);
    if (KNOWS_WHO_IS_IDLE)
        condition->idle = 0;
    __bmc_atomic_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    __bmc_atomic_begin();
    __bmc_require(BMC_IS_USABLE(condition->stage), IS_USABLE);
    condition->waiting = 0;
    if (KNOWS_WHO_IS_IDLE)
        condition->idle = 0;
    __bmc_atomic_end();
    return 0;
}
