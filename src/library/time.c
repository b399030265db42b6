/*
 * Time. Sleeping and yielding have no effect: a thread may be interrupted anywhere anyway, for as long as the
 * scheduler likes. Clocks show arbitrary values of the present and the future, and need not agree or go on.
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

/*
 * What a clock shows is arbitrary, but small enough that a program may add a time limit to it: below 2^40 seconds, or
 * where they would not fit, as many as leave half a year.
 */
#define SECONDS (sizeof(time_t) > 4 ? (time_t)(1LL << 40) : (time_t)((1LL << 31) - (1LL << 24)))

/* An arbitrary number from 0 to below the limit, without dividing. */
static long below(long limit)
{
    long value = __VERIFIER_nondet_long();
    return value >= 0 && value < limit ? value : 0;
}

time_t time(time_t *result)
{
    time_t now = below(SECONDS);
    if (result)
        *result = now;
    return now;
}

clock_t clock(void)
{
    return below(SECONDS);
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
    if (!is_clock(clock)) {
        errno = EINVAL;
        return -1;
    }
    result->tv_sec = below(SECONDS);
    result->tv_nsec = below(1000000000);
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC)
        return 0;
    result->tv_sec = below(SECONDS);
    result->tv_nsec = below(1000000000);
    return base;
}

int gettimeofday(struct timeval *time, void *zone)
{
    time->tv_sec = below(SECONDS);
    time->tv_usec = below(1000000);
    return 0;
}
