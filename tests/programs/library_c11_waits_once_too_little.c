// expect: violated assert line=20
// also: deadlock
// rounds: 2   min-rounds: 2
// options: --no-spurious-wakeups

/* One broadcast wakes both waiters, but only one of them finds the item. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;
int items, waiting;

int consume(void *unused) {
    mtx_lock(&mutex);
    waiting++;
    if (items == 0)
        cnd_wait(&changed, &mutex);
    items--;
    assert(items >= 0);
    mtx_unlock(&mutex);
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    thrd_create(&a, consume, 0);
    thrd_create(&b, consume, 0);
    mtx_lock(&mutex);
    items++;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
    thrd_join(a, 0);
    thrd_join(b, 0);
    return 0;
}
