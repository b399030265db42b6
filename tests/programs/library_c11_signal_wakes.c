// expect: violated assert line=39
// rounds: 3   min-rounds: 3

/* Only a signal gets the waiter on; here it had begun to wait before. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;
int waiting, ready, woken;

int wait_for_it(void *unused) {
    mtx_lock(&mutex);
    waiting = 1;
    while (!ready)
        cnd_wait(&changed, &mutex);
    woken = 1;
    mtx_unlock(&mutex);
    return 0;
}

int main(void) {
    thrd_t thread;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    thrd_create(&thread, wait_for_it, 0);
    mtx_lock(&mutex);
    int began = waiting;
    mtx_unlock(&mutex);
    if (!began)
        return 0;
    mtx_lock(&mutex);
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&mutex);
    mtx_lock(&mutex);
    int got = woken;
    mtx_unlock(&mutex);
    assert(!got);
    return 0;
}
