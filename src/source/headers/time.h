#ifndef BMC_TIME_H
#define BMC_TIME_H

#include <stddef.h>

#ifndef BMC_TIME_TYPES
#define BMC_TIME_TYPES
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
#endif

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define TIME_UTC 1

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
};

time_t time(time_t *result);
clock_t clock(void);
double difftime(time_t later, time_t earlier);
int nanosleep(const struct timespec *duration, struct timespec *remaining);
int clock_gettime(clockid_t clock, struct timespec *result);
int clock_getres(clockid_t clock, struct timespec *result);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *remaining);
int timespec_get(struct timespec *result, int base);
time_t mktime(struct tm *time);
struct tm *localtime(const time_t *time);
struct tm *gmtime(const time_t *time);
struct tm *localtime_r(const time_t *time, struct tm *result);
struct tm *gmtime_r(const time_t *time, struct tm *result);
char *ctime(const time_t *time);
char *asctime(const struct tm *time);
size_t strftime(char *buffer, size_t size, const char *format, const struct tm *time);

#endif
