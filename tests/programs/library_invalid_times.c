// expect: safe
// data-models: both

/* What is no time, no clock and no base is refused. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

int main(void)
{
    struct timespec good = {0, 999999999}, bad = {0, 1000000000}, negative = {-1, 0}, now;
    assert(nanosleep(&good, 0) == 0);
    assert(nanosleep(&bad, 0) == -1 && errno == EINVAL && nanosleep(&negative, 0) == -1);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &good, 0) == 0);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, 0) == EINVAL);
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &good, 0) == EINVAL);
    assert(clock_nanosleep(99, 0, &good, 0) == EINVAL);
    assert(thrd_sleep(&good, 0) == 0 && thrd_sleep(&bad, 0) < -1);
    errno = 0;
    assert(clock_gettime(99, &now) == -1 && errno == EINVAL && clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    assert(timespec_get(&now, TIME_UTC) == TIME_UTC && timespec_get(&now, 99) == 0);

    char *end = 0;
    const char *text = "11";
    errno = 0;
    assert(strtol(text, &end, 1) == 0 && errno == EINVAL && end == 0);
    assert(strtoul(text, 0, 37) == 0 && strtoll(text, 0, -2) == 0);
    assert(strtol(text, &end, 2) == 3 && end == text + 2 && strtol(text, 0, 36) == 37);
    return 0;
}
