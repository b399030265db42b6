// expect: violated api line=11
// min-rounds: 1

/* In C11 it is not a deadlock but undefined to lock a mutex again that is not recursive. */
#include <threads.h>

mtx_t lock;

void add(void)
{
    mtx_lock(&lock);
    mtx_unlock(&lock);
}

int main(void)
{
    mtx_init(&lock, mtx_plain);
    mtx_lock(&lock);
    add();
    mtx_unlock(&lock);
    return 0;
}
