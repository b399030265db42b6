// expect: safe
// data-models: both
// options: --check overflow

/* A time limit of some seconds can be added to what any clock shows. */
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec now, today;
    struct timeval day;
    clock_gettime(CLOCK_REALTIME, &now);
    timespec_get(&today, TIME_UTC);
    gettimeofday(&day, 0);
    now.tv_sec += 5;
    today.tv_sec += 3600;
    day.tv_sec += 60;
    time_t later = time(0) + 86400;
    clock_t end = clock() + CLOCKS_PER_SEC;
    return now.tv_sec < 5 || today.tv_sec < 3600 || day.tv_sec < 60 || later < 86400 || end < CLOCKS_PER_SEC;
}
