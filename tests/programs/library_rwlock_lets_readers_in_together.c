// expect: violated assert line=15
// also: race
// rounds: 2   min-rounds: 1

#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int inside;

void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int others = inside;
    assert(others == 0);
    inside = 1;
    inside = 0;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
