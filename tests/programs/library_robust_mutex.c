// expect: safe

/* The owner ends with the mutex; the next one is told, and repairs what it protects. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t lock;
int half_done;

void *dies(void *unused)
{
    pthread_mutex_lock(&lock);
    half_done = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    int robust;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_getrobust(&attributes, &robust);
    assert(robust == PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&thread, 0, dies, 0);
    int result = pthread_mutex_lock(&lock);
    assert(result == 0 || result == EOWNERDEAD);
    assert((result == EOWNERDEAD) == half_done);
    if (result == EOWNERDEAD) {
        half_done = 0;
        assert(pthread_mutex_consistent(&lock) == 0);
    }
    assert(pthread_mutex_consistent(&lock) == EINVAL);
    assert(pthread_mutex_unlock(&lock) == 0);
    pthread_join(thread, 0);
    return 0;
}
