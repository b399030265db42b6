// expect: violated assert line=20
// also: race
// rounds: 2   min-rounds: 2

/* Nobody waits for a detached thread. */
#include <assert.h>
#include <threads.h>

int begun, ended;

int work(void *unused) {
    begun = 1;
    ended = 1;
    return 0;
}

int main(void) {
    thrd_t thread;
    assert(thrd_create(&thread, work, 0) == thrd_success && thrd_detach(thread) == thrd_success);
    assert(begun == ended);
    return 0;
}
