// expect: safe

/* A wait gives back a mutex that is in order or was left by a thread that ended, and says which; once repaired it is in
   order again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t lock;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int set;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    set = 1;
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
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, worker, 0);
    int waited = pthread_cond_wait(&changed, &lock);
    assert(waited == EOWNERDEAD ? set && pthread_mutex_consistent(&lock) == 0 : waited == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
    if (waited == EOWNERDEAD) {
        assert(pthread_mutex_lock(&lock) == 0);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, 0);
    return 0;
}
