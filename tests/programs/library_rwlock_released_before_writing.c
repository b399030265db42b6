// expect: safe
// options: --check assert,deadlock,api

/* A reader that wants to write gives the lock up and looks again. */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int entries;

void *inserter(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int missing = entries == 0;
    pthread_rwlock_unlock(&lock);
    if (missing) {
        pthread_rwlock_wrlock(&lock);
        if (entries == 0)
            entries = 1;
        pthread_rwlock_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, inserter, 0);
    pthread_create(&b, 0, inserter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(entries == 1);
    return 0;
}
