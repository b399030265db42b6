// expect: violated assert line=20
// also: deadlock
// rounds: 1   min-rounds: 1

/* From left to right the second operand is never reached: nobody gives the lock back. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int wait(void) {
    pthread_mutex_lock(&mutex);
    return 0;
}

int main(void) {
    pthread_mutex_lock(&mutex);
    int result = wait() + ({
        int holds = 0;
        assert(holds);
        0;
    });
    return result;
}
