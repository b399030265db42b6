// expect: safe

/* Readers and writers release what they have locked. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *reader(void *unused)
{
    int seen = 0;
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        seen = value;
        pthread_rwlock_unlock(&lock);
    }
    return (void *)(long)seen;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    pthread_rwlock_destroy(&lock);
    return 0;
}
