// expect: violated api line=11
// min-rounds: 1

/* C11 has no initialiser for a mutex but mtx_init, unlike POSIX. */
#include <threads.h>

mtx_t lock;

int main(void)
{
    mtx_lock(&lock);
    mtx_unlock(&lock);
    return 0;
}
