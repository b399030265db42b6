// expect: safe
// data-models: both

/* Attributes keep what they are given, and everything that prepares or ends an object succeeds. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

void *idle(void *unused) {
    return 0;
}

int main(void) {
    pthread_attr_t thread;
    int state = -1, scope = -1, kind = -1;
    size_t size = 0;
    assert(pthread_attr_init(&thread) == 0);
    assert(pthread_attr_getdetachstate(&thread, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&thread, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&thread, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setstacksize(&thread, 65536) == 0 && pthread_attr_getstacksize(&thread, &size) == 0);
    assert(size == 65536);
    assert(pthread_attr_setscope(&thread, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_getscope(&thread, &scope) == 0 && scope == PTHREAD_SCOPE_SYSTEM);

    pthread_t id, other;
    assert(pthread_create(&id, &thread, idle, 0) == 0);
    assert(pthread_attr_destroy(&thread) == 0);
    assert(pthread_create(&other, 0, idle, 0) == 0 && pthread_detach(other) == 0);
    assert(pthread_setname_np(pthread_self(), "main") == 0 && pthread_setconcurrency(2) == 0);

    pthread_mutexattr_t mutex_kind;
    pthread_mutex_t mutex;
    assert(pthread_mutexattr_init(&mutex_kind) == 0);
    assert(pthread_mutexattr_gettype(&mutex_kind, &kind) == 0 && kind == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&mutex_kind, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_gettype(&mutex_kind, &kind) == 0 && kind == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_settype(&mutex_kind, 77) == EINVAL);
    assert(pthread_mutexattr_setpshared(&mutex_kind, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_mutexattr_setprotocol(&mutex_kind, PTHREAD_PRIO_NONE) == 0);
    assert(pthread_mutex_init(&mutex, &mutex_kind) == 0 && pthread_mutexattr_destroy(&mutex_kind) == 0);
    assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == EDEADLK);
    /* Nobody died with this mutex in hand. */
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_destroy(&mutex) == 0);

    pthread_condattr_t condition_kind;
    pthread_cond_t condition;
    assert(pthread_condattr_init(&condition_kind) == 0);
    assert(pthread_condattr_setclock(&condition_kind, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setpshared(&condition_kind, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_cond_init(&condition, &condition_kind) == 0 && pthread_condattr_destroy(&condition_kind) == 0);
    assert(pthread_cond_destroy(&condition) == 0);

    pthread_rwlockattr_t lock_kind;
    pthread_rwlock_t lock;
    assert(pthread_rwlockattr_init(&lock_kind) == 0 && pthread_rwlock_init(&lock, &lock_kind) == 0);
    assert(pthread_rwlockattr_destroy(&lock_kind) == 0 && pthread_rwlock_destroy(&lock) == 0);

    pthread_barrierattr_t barrier_kind;
    pthread_barrier_t barrier;
    assert(pthread_barrierattr_init(&barrier_kind) == 0 && pthread_barrier_init(&barrier, &barrier_kind, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, &barrier_kind, 1) == 0 && pthread_barrierattr_destroy(&barrier_kind) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD && pthread_barrier_destroy(&barrier) == 0);

    pthread_spinlock_t spin;
    assert(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0 && pthread_spin_destroy(&spin) == 0);
    sem_t semaphore;
    assert(sem_init(&semaphore, 0, 1) == 0 && sem_destroy(&semaphore) == 0);
    return 0;
}
