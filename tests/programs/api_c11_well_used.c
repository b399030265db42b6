// expect: no-violation
// unwind: 2

/* The threads of C11, each call as it should be. */
#include <assert.h>
#include <threads.h>

mtx_t lock;
cnd_t changed;
int ready;

int worker(void *unused)
{
    mtx_lock(&lock);
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return 7;
}

int main(void)
{
    thrd_t thread;
    int result;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_create(&thread, worker, 0);
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&changed, &lock);
    mtx_unlock(&lock);
    thrd_join(thread, &result);
    assert(result == 7);
    cnd_destroy(&changed);
    mtx_destroy(&lock);
    return 0;
}
