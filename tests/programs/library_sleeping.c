// expect: violated assert line=26
// also: race
// rounds: 1   min-rounds: 1

/* However long a thread sleeps or yields, another may be slower; and none of these calls fails. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

int done;

void *work(void *unused) {
    done = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    struct timespec second = {1, 0};
    pthread_create(&thread, 0, work, 0);
    assert(sleep(1) == 0 && usleep(1000) == 0 && nanosleep(&second, 0) == 0);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &second, 0) == 0);
    assert(sched_yield() == 0 && pthread_yield() == 0);
    assert(done != 0);
    return 0;
}
