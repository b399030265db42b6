// expect: safe
// options: --check overflow,assert

/* A second more in nanoseconds, and the carry, come out exactly. */
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct timespec then = now;
    then.tv_nsec += 1000000000;
    assert(then.tv_nsec >= 1000000000 && then.tv_nsec < 2000000000);
    if (then.tv_nsec >= 1000000000) {
        then.tv_sec++;
        then.tv_nsec -= 1000000000;
    }
    assert(then.tv_sec == now.tv_sec + 1 && then.tv_nsec == now.tv_nsec);
    return 0;
}
