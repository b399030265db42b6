/*
 * Time. Sleeping and yielding have no effect: a thread may be interrupted anywhere anyway, for as long as the
 * scheduler likes. Clocks show arbitrary values.
 */
#include "bmc.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Those of Linux; the clocks of threads have negative numbers. */
static _Bool is_clock(clockid_t clock)
{
    return clock < 12;
}

int sched_yield(void)
{
    return 0;
}

int pthread_yield(void)
{
    return 0;
}

unsigned int sleep(unsigned int seconds)
{
    pthread_testcancel();
    return 0;
}

int usleep(useconds_t microseconds)
{
    pthread_testcancel();
    return 0;
}

static _Bool is_duration(const struct timespec *duration)
{
    return BMC_IS_TIME(duration) && duration->tv_sec >= 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    pthread_testcancel();
    if (is_duration(duration))
        return 0;
    errno = EINVAL;
    return -1;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *remaining)
{
    if (!is_clock(clock) || clock == CLOCK_THREAD_CPUTIME_ID)
        return EINVAL;
    pthread_testcancel();
    return is_duration(time) ? 0 : EINVAL;
}

time_t time(time_t *result)
{
    time_t now = __VERIFIER_nondet_long();
    if (result)
        *result = now;
    return now;
}

clock_t clock(void)
{
    return __VERIFIER_nondet_long();
}

/* An arbitrary number of nanoseconds below a second, without dividing. */
static long fraction(long most)
{
    long value = __VERIFIER_nondet_long();
    return value >= 0 && value < most ? value : 0;
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
    if (!is_clock(clock)) {
        errno = EINVAL;
        return -1;
    }
    result->tv_sec = __VERIFIER_nondet_long();
    result->tv_nsec = fraction(1000000000);
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC)
        return 0;
    result->tv_sec = __VERIFIER_nondet_long();
    result->tv_nsec = fraction(1000000000);
    return base;
}

int gettimeofday(struct timeval *time, void *zone)
{
    time->tv_sec = __VERIFIER_nondet_long();
    time->tv_usec = fraction(1000000);
    return 0;
}
