// expect: violated assert line=28
// rounds: 3   unwind: 1   min-rounds: 3

/* A thread can be cancelled in clock_nanosleep. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

int passed;

void *work(void *unused) {
    int before = -1;
    struct timespec second = {1, 0};
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before) == 0 && before == PTHREAD_CANCEL_DEFERRED);
    passed = 1;
    usleep(1);
    passed = 2;
    nanosleep(&second, 0);
    passed = 3;
    clock_nanosleep(CLOCK_REALTIME, 0, &second, 0);
    passed = 4;
    return 0;
}

void joined(void *result) {
    assert(result == 0 ? passed == 4 : result == PTHREAD_CANCELED && passed < 4);
    assert(passed != 3);
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    joined(result);
    return 0;
}
