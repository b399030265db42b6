// expect: violated api line=29
// also: race
// min-rounds: 2

/* The table is torn down without the lock that protects it. */
#include <pthread.h>

pthread_rwlock_t lock;
int closing, entries = 3;

void *reader(void *unused)
{
    int sum = 0;
    pthread_rwlock_rdlock(&lock);
    if (!closing) {
        closing = 1;
        sum = entries;
    }
    pthread_rwlock_unlock(&lock);
    return (void *)(long)sum;
}

int main(void)
{
    pthread_t thread;
    pthread_rwlock_init(&lock, 0);
    pthread_create(&thread, 0, reader, 0);
    if (closing)
        pthread_rwlock_destroy(&lock);
    pthread_join(thread, 0);
    return 0;
}
