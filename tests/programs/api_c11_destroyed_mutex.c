// expect: violated api line=11
// min-rounds: 1

/* The threads of C11: a mutex that has been destroyed cannot be locked. */
#include <threads.h>

mtx_t lock;

int worker(void *unused)
{
    mtx_lock(&lock);
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&lock, mtx_recursive);
    thrd_create(&thread, worker, 0);
    mtx_destroy(&lock);
    thrd_join(thread, 0);
    return 0;
}
