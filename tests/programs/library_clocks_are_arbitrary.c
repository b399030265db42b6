// expect: violated assert line=16
// rounds: 1   min-rounds: 1

/* No clock is known to have moved, or to agree with another. */
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec now = {0, 0}, today = {0, 0};
    struct timeval day = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    timespec_get(&today, TIME_UTC);
    gettimeofday(&day, 0);
    int odd = now.tv_nsec == 5 && today.tv_sec == 6 && day.tv_usec == 7 && clock() == 8;
    assert(!odd || time(0) != 9);
    return 0;
}
