// expect: violated deadlock line=26
// min-rounds: 1
// options: --check assert,deadlock,api

/* A reader that wants to write waits for itself. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int entries;

void *inserter(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    if (entries == 0) {
        pthread_rwlock_wrlock(&lock);
        entries = 1;
    }
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, inserter, 0);
    pthread_join(thread, 0);
    return 0;
}
