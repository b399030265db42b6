// expect: violated overflow line=11
// rounds: 1   min-rounds: 1
// options: --check overflow --data-model ilp32

/* A year more than a clock shows does not fit when time has 32 bits. */
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec += 31536000;
    return now.tv_nsec == 0;
}
