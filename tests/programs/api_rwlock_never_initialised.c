// expect: violated api line=11
// also: deadlock
// min-rounds: 1

/* A lock among the variables of a function, without its initialiser. */
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock;
    pthread_rwlock_rdlock(&lock);
    return 0;
}
