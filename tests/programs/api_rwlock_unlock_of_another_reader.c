// expect: violated api line=11
// min-rounds: 1

/* Somebody reads, but not the thread that unlocks. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *other(void *unused)
{
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    return 0;
}
