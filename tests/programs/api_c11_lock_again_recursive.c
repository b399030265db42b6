// expect: safe

/* A recursive mutex may be locked again, a plain one after it was unlocked, and one of another thread is waited for. */
#include <assert.h>
#include <threads.h>

mtx_t again, plain;
int count;

int worker(void *unused)
{
    mtx_lock(&plain);
    count++;
    mtx_unlock(&plain);
    return 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&again, mtx_plain | mtx_recursive);
    mtx_init(&plain, mtx_timed);
    assert(mtx_lock(&again) == thrd_success && mtx_lock(&again) == thrd_success);
    mtx_unlock(&again);
    mtx_unlock(&again);
    thrd_create(&thread, worker, 0);
    mtx_lock(&plain);
    count++;
    assert(mtx_trylock(&plain) == thrd_busy);
    mtx_unlock(&plain);
    thrd_join(thread, 0);
    assert(count == 2);
    return 0;
}
