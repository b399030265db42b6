// expect: no-violation
// rounds: 4   unwind: 2

/* A hand-over by C11's condition variables and once flags; every result is looked at. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;
once_flag once = ONCE_FLAG_INIT;
int started, full, item;

void start(void) {
    started++;
}

thrd_t seen;

int consume(void *unused) {
    int taken;
    seen = thrd_current();
    call_once(&once, start);
    assert(mtx_lock(&mutex) == thrd_success);
    while (!full)
        assert(cnd_wait(&changed, &mutex) == thrd_success);
    taken = item;
    assert(mtx_unlock(&mutex) == thrd_success);
    thrd_exit(taken + 1);
}

int main(void) {
    thrd_t thread;
    int result = 0;
    assert(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&changed) == thrd_success);
    assert(thrd_create(&thread, consume, 0) == thrd_success);
    assert(!thrd_equal(thread, thrd_current()) && thrd_equal(thrd_current(), thrd_current()));
    call_once(&once, start);
    mtx_lock(&mutex);
    item = 41;
    full = 1;
    assert(cnd_signal(&changed) == thrd_success);
    mtx_unlock(&mutex);
    assert(thrd_join(thread, &result) == thrd_success);
    assert(result == 42 && started == 1 && thrd_equal(seen, thread));
    cnd_destroy(&changed);
    mtx_destroy(&mutex);
    return 0;
}
