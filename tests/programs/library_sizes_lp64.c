// expect: safe
// options: --data-model lp64

/* Objects of the thread library are as large as those of glibc. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) {
    assert(sizeof(pthread_t) == 8);
    assert(sizeof(pthread_attr_t) == 56);
    assert(sizeof(pthread_mutex_t) == 40);
    assert(sizeof(pthread_mutexattr_t) == 4);
    assert(sizeof(pthread_cond_t) == 48);
    assert(sizeof(pthread_condattr_t) == 4);
    assert(sizeof(pthread_rwlock_t) == 56);
    assert(sizeof(pthread_barrier_t) == 32);
    assert(sizeof(pthread_once_t) == 4);
    assert(sizeof(pthread_key_t) == 4);
    assert(sizeof(pthread_spinlock_t) == 4);
    assert(sizeof(sem_t) == 32);
    return 0;
}
