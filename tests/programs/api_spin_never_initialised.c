// expect: violated api line=11
// min-rounds: 1

/* A spin lock that begins as zeros is none. With glibc on x86, where a free one is 1, this waits for ever. */
#include <pthread.h>

pthread_spinlock_t lock;

int main(void)
{
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return 0;
}
