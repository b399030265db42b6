// expect: violated assert line=27
// min-rounds: 2

/* Whoever unlocks without declaring the mutex consistent makes it useless. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock;

void *dies(void *unused)
{
    pthread_mutex_lock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&thread, 0, dies, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    assert(pthread_mutex_lock(&lock) == 0);
    return 0;
}
