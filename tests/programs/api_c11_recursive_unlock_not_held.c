// expect: violated api line=13
// min-rounds: 1

/* Where POSIX has EPERM, C11 has nothing. */
#include <threads.h>

int main(void)
{
    mtx_t lock;
    mtx_init(&lock, mtx_plain | mtx_recursive);
    mtx_lock(&lock);
    mtx_unlock(&lock);
    mtx_unlock(&lock);
    return 0;
}
