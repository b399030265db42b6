// expect: violated api line=12
// min-rounds: 1
// unwind: 2

/* The threads of C11: a mutex is unlocked by a thread that did not lock it. */
#include <threads.h>

mtx_t lock;

int worker(void *unused)
{
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&lock, mtx_plain);
    mtx_lock(&lock);
    thrd_create(&thread, worker, 0);
    thrd_join(thread, 0);
    return 0;
}
