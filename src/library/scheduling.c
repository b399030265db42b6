/*
 * Names, priorities and processors of threads. They forbid no order in which threads may run: a real-time scheduler
 * runs a thread of low priority too if there are processors enough. So they are checked and remembered, and that is
 * all. Whether the process may have real-time threads is open.
 */
#define _GNU_SOURCE
#include "bmc.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#define MOST_THREADS 64
#define LENGTH_OF_NAME 16
#define MOST_PRIORITY 99
#define IS_KNOWN "the argument is a thread that has not been joined"
#define TOO_MANY_THREADS "name or priority of a thread with a number above 64"

static char names[MOST_THREADS][LENGTH_OF_NAME];
static int policies[MOST_THREADS];
static int priorities[MOST_THREADS];
static int concurrency;

static void require_thread(pthread_t thread)
{
    if (__bmc_checks("api")) {
        __bmc_atomic_begin();
        __bmc_require(thread > MOST_THREADS || __bmc_is_known(thread), IS_KNOWN);
        __bmc_atomic_end();
    }
    __bmc_limit(thread - 1 < MOST_THREADS, TOO_MANY_THREADS);
}

int pthread_setname_np(pthread_t thread, const char *name)
{
    require_thread(thread);
    if (strlen(name) >= LENGTH_OF_NAME)
        return ERANGE;
    if (__bmc_mentions("pthread_getname_np")) {
        __bmc_atomic_begin();
        strcpy(names[thread - 1], name);
        __bmc_atomic_end();
    }
    return 0;
}

/* A thread without a name has that of the program, which nobody knows; here it has none. */
int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
    require_thread(thread);
    if (size < LENGTH_OF_NAME)
        return ERANGE;
    __bmc_atomic_begin();
    strcpy(name, names[thread - 1]);
    __bmc_atomic_end();
    return 0;
}

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return EINVAL;
    __bmc_atomic_begin();
    concurrency = level;
    __bmc_atomic_end();
    return 0;
}

int pthread_getconcurrency(void)
{
    __bmc_atomic_begin();
    int level = concurrency;
    __bmc_atomic_end();
    return level;
}

static _Bool is_policy(int policy)
{
    return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR;
}

/* Also those of Linux that POSIX does not have. */
static int highest_priority(int policy)
{
    if (policy == SCHED_FIFO || policy == SCHED_RR)
        return MOST_PRIORITY;
    return policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE ? 0 : -1;
}

int sched_get_priority_max(int policy)
{
    int highest = highest_priority(policy);
    if (highest < 0)
        errno = EINVAL;
    return highest;
}

int sched_get_priority_min(int policy)
{
    int highest = sched_get_priority_max(policy);
    return highest > 0 ? 1 : highest;
}

static int set_scheduling(pthread_t thread, int policy, int priority)
{
    int highest = highest_priority(policy);
    if (priority < (highest > 0) || priority > highest)
        return EINVAL;
    if (policy != SCHED_OTHER && __VERIFIER_nondet_bool())
        return EPERM;
    __bmc_atomic_begin();
    policies[thread - 1] = policy;
    priorities[thread - 1] = priority;
    __bmc_atomic_end();
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameter)
{
    require_thread(thread);
    return is_policy(policy) ? set_scheduling(thread, policy, parameter->sched_priority) : EINVAL;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    require_thread(thread);
    __bmc_atomic_begin();
    int policy = policies[thread - 1];
    __bmc_atomic_end();
    return set_scheduling(thread, policy, priority);
}

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameter)
{
    require_thread(thread);
    __bmc_atomic_begin();
    int found_policy = policies[thread - 1];
    int found_priority = priorities[thread - 1];
    __bmc_atomic_end();
    *policy = found_policy;
    parameter->sched_priority = found_priority;
    return 0;
}

/* Each thread has a clock of its own. glibc makes its number from that of the thread, too. */
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock)
{
    require_thread(thread);
    *clock = (clockid_t)(~thread << 3 | 6);
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    /* There is no fork. */
    return 0;
}

/* One of them at least must be there; which there are is not known, but for the first. */
static int set_processors(size_t size, const cpu_set_t *processors)
{
    for (size_t index = 0; index < size / sizeof(unsigned long); index++)
        if (processors->bits[index])
            return (processors->bits[0] & 1) || __VERIFIER_nondet_bool() ? 0 : EINVAL;
    return EINVAL;
}

static int get_processors(size_t size, cpu_set_t *processors)
{
    for (size_t index = 0; index < size / sizeof(unsigned long); index++)
        processors->bits[index] = index == 0 ? (unsigned long)__VERIFIER_nondet_long() | 1 : 0;
    return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *processors)
{
    require_thread(thread);
    return set_processors(size, processors);
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *processors)
{
    require_thread(thread);
    return get_processors(size, processors);
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *processors)
{
    int error = set_processors(size, processors);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors)
{
    return get_processors(size, processors);
}

/* Any of those that a set can name. */
int sched_getcpu(void)
{
    return __VERIFIER_nondet_int() & (CPU_SETSIZE - 1);
}
