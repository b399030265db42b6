// expect: violated api line=12
// min-rounds: 1

/* Only a mutex that was initialised for it can be waited for with a limit. */
#include <threads.h>

int main(void)
{
    struct timespec until = {0, 0};
    mtx_t lock;
    mtx_init(&lock, mtx_plain);
    if (mtx_timedlock(&lock, &until) == thrd_success)
        mtx_unlock(&lock);
    return 0;
}
