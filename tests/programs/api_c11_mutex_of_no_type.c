// expect: violated api line=10
// min-rounds: 1

/* A type of POSIX is none of C11. */
#include <threads.h>

int main(void)
{
    mtx_t lock;
    mtx_init(&lock, 4);
    return 0;
}
