// expect: safe

/* Clocks show anything, but parts of a second are less than a second. */
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec now, today;
    struct timeval day;
    time_t stored;
    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    assert(timespec_get(&today, TIME_UTC) == TIME_UTC && today.tv_nsec >= 0 && today.tv_nsec < 1000000000);
    assert(gettimeofday(&day, 0) == 0 && day.tv_usec >= 0 && day.tv_usec < 1000000);
    time_t seconds = time(&stored);
    assert(seconds == stored);
    (void)clock();
    return 0;
}
