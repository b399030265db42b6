// expect: violated assert line=30
// rounds: 2   min-rounds: 2

/* Who waits for a condition may get back the mutex of a thread that ended with it, and is told. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t lock;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t robust;
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &robust);
    assert(pthread_cond_wait(&changed, &lock) == EPERM);
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, worker, 0);
    int waited = pthread_cond_wait(&changed, &lock);
    assert(waited != EOWNERDEAD);
    return 0;
}
