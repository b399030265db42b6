// expect: safe
// options: --no-spurious-failures

/* Mutexes of C11 that are tried, taken again and given up, and waits that run out of time. */
#include <assert.h>
#include <threads.h>

int main(void) {
    mtx_t plain, timed, again;
    cnd_t never;
    struct timespec soon = {0, 0}, rest;
    mtx_init(&plain, mtx_plain);
    mtx_init(&timed, mtx_timed);
    mtx_init(&again, mtx_plain | mtx_recursive);
    cnd_init(&never);

    assert(mtx_trylock(&plain) == thrd_success && mtx_trylock(&plain) == thrd_busy);
    assert(mtx_timedlock(&timed, &soon) == thrd_success && mtx_trylock(&timed) == thrd_busy);
    assert(mtx_lock(&again) == thrd_success && mtx_trylock(&again) == thrd_success);
    mtx_unlock(&plain);
    assert(mtx_trylock(&plain) == thrd_success);
    int waited = cnd_timedwait(&never, &plain, &soon);
    assert((waited == thrd_timedout || waited == thrd_success) && mtx_trylock(&plain) == thrd_busy);
    assert(cnd_signal(&never) == thrd_success && cnd_broadcast(&never) == thrd_success);
    assert(thrd_sleep(&soon, &rest) == 0);
    thrd_yield();
    return 0;
}
