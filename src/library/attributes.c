/*
 * Attributes of locks, condition variables and barriers: one word each, which says whether it is alive. Attributes are
 * only ever read by the call that initialises an object; whether the object is shared with other processes, and what a
 * real-time scheduler would do, changes nothing here and is only remembered.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>

/* In the attributes of a mutex, where glibc has them too; of a condition variable; of a read-write lock. */
#define MUTEX_SHARED BMC_PROCESS_SHARED
#define PROTOCOL_SHIFT 6
#define PROTOCOL (3 << PROTOCOL_SHIFT)
#define CEILING_SHIFT 14
#define CEILING (0x7f << CEILING_SHIFT)
#define MOST_PRIORITY 99
#define CLOCK 0x1
#define PREFERENCE 0x3

static int found(const int *word)
{
    int value = *word;
    __bmc_require(BMC_ARE_ATTRIBUTES(value), BMC_ATTRIBUTES_ARE_USABLE);
    return value;
}

static int destroy(int *word)
{
    found(word);
    *word = 0;
    return 0;
}

static int set_shared(int *word, int shared)
{
    int value = found(word);
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *word = (value & ~BMC_PROCESS_SHARED) | (shared == PTHREAD_PROCESS_SHARED ? BMC_PROCESS_SHARED : 0);
    return 0;
}

static int get_shared(const int *word, int *shared)
{
    *shared = found(word) & BMC_PROCESS_SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    attributes->kind = BMC_ATTRIBUTES | PTHREAD_MUTEX_DEFAULT;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
    return destroy(&attributes->kind);
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type)
{
    int kind = found(&attributes->kind);
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    attributes->kind = (kind & ~BMC_MUTEX_TYPE) | type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *type)
{
    *type = found(&attributes->kind) & BMC_MUTEX_TYPE;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust)
{
    int kind = found(&attributes->kind);
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    attributes->kind = (kind & ~BMC_MUTEX_ROBUST) | (robust == PTHREAD_MUTEX_ROBUST ? BMC_MUTEX_ROBUST : 0);
    return 0;
}

int pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attributes, int robust)
{
    return pthread_mutexattr_setrobust(attributes, robust);
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust)
{
    *robust = found(&attributes->kind) & BMC_MUTEX_ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attributes, int *robust)
{
    return pthread_mutexattr_getrobust(attributes, robust);
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared)
{
    return set_shared(&attributes->kind, shared);
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared)
{
    return get_shared(&attributes->kind, shared);
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol)
{
    int kind = found(&attributes->kind);
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    attributes->kind = (kind & ~PROTOCOL) | protocol << PROTOCOL_SHIFT;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol)
{
    *protocol = (found(&attributes->kind) & PROTOCOL) >> PROTOCOL_SHIFT;
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling)
{
    int kind = found(&attributes->kind);
    if (ceiling < 1 || ceiling > MOST_PRIORITY)
        return EINVAL;
    attributes->kind = (kind & ~CEILING) | ceiling << CEILING_SHIFT;
    return 0;
}

/* One that was never set is the lowest. */
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *ceiling)
{
    int set = (found(&attributes->kind) & CEILING) >> CEILING_SHIFT;
    *ceiling = set ? set : 1;
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    attributes->clock = BMC_ATTRIBUTES | CLOCK_REALTIME;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes)
{
    return destroy(&attributes->clock);
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
    int value = found(&attributes->clock);
    if (!BMC_IS_CLOCK(clock))
        return EINVAL;
    attributes->clock = (value & ~CLOCK) | clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock)
{
    *clock = found(&attributes->clock) & CLOCK;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared)
{
    return set_shared(&attributes->clock, shared);
}

int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared)
{
    return get_shared(&attributes->clock, shared);
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
    attributes->kind = BMC_ATTRIBUTES | PTHREAD_RWLOCK_DEFAULT_NP;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
    return destroy(&attributes->kind);
}

/* Whom a lock prefers is left open by POSIX, and so it is here. */
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int preference)
{
    int kind = found(&attributes->kind);
    if (preference < PTHREAD_RWLOCK_PREFER_READER_NP || preference > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    attributes->kind = (kind & ~PREFERENCE) | preference;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *preference)
{
    *preference = found(&attributes->kind) & PREFERENCE;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared)
{
    return set_shared(&attributes->kind, shared);
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared)
{
    return get_shared(&attributes->kind, shared);
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes)
{
    attributes->shared = BMC_ATTRIBUTES;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes)
{
    return destroy(&attributes->shared);
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared)
{
    return set_shared(&attributes->shared, shared);
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *shared)
{
    return get_shared(&attributes->shared, shared);
}
