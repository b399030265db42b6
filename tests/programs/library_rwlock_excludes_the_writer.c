// expect: no-violation
// rounds: 3

#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int a, b;

void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(a == b);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    pthread_rwlock_wrlock(&lock);
    a = 1;
    b = 1;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
