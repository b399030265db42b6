// expect: safe
// data-models: both

/* Attributes keep what they are given and refuse what does not exist. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    int value = -1;
    size_t size = 0;
    void *stack = 0;
    static long own[16384 / sizeof(long)];
    struct sched_param parameter = {0};

    pthread_attr_t thread;
    pthread_attr_init(&thread);
    assert(pthread_attr_setdetachstate(&thread, 77) == EINVAL && pthread_attr_setstacksize(&thread, 1) == EINVAL);
    assert(pthread_attr_setscope(&thread, PTHREAD_SCOPE_PROCESS) == ENOTSUP && pthread_attr_setscope(&thread, 77) == EINVAL);
    assert(pthread_attr_setguardsize(&thread, 8192) == 0 && pthread_attr_getguardsize(&thread, &size) == 0 && size == 8192);
    assert(pthread_attr_setstack(&thread, own, sizeof own) == 0 && pthread_attr_setstack(&thread, own, 1) == EINVAL);
    assert(pthread_attr_getstack(&thread, &stack, &size) == 0 && stack == own && size == sizeof own);
    assert(pthread_attr_setinheritsched(&thread, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&thread, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
    assert(pthread_attr_setinheritsched(&thread, 77) == EINVAL && pthread_attr_setschedpolicy(&thread, 77) == EINVAL);
    assert(pthread_attr_setschedparam(&thread, &parameter) == 0);
    assert(pthread_attr_setschedpolicy(&thread, SCHED_RR) == 0);
    assert(pthread_attr_getschedpolicy(&thread, &value) == 0 && value == SCHED_RR);
    assert(pthread_attr_setschedparam(&thread, &parameter) == EINVAL);
    parameter.sched_priority = 10;
    assert(pthread_attr_setschedparam(&thread, &parameter) == 0);
    parameter.sched_priority = 0;
    assert(pthread_attr_getschedparam(&thread, &parameter) == 0 && parameter.sched_priority == 10);
    pthread_attr_destroy(&thread);

    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    assert(pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_getprioceiling(&mutex, &value) == 0 && value == 1);
    assert(pthread_mutexattr_setprioceiling(&mutex, 20) == 0 && pthread_mutexattr_setprioceiling(&mutex, 100) == EINVAL);
    assert(pthread_mutexattr_setrobust_np(&mutex, PTHREAD_MUTEX_ROBUST) == 0);
    assert(pthread_mutexattr_getpshared(&mutex, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_gettype(&mutex, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutexattr_getprotocol(&mutex, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_getprioceiling(&mutex, &value) == 0 && value == 20);
    assert(pthread_mutexattr_getrobust_np(&mutex, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutexattr_setpshared(&mutex, 77) == EINVAL && pthread_mutexattr_setprotocol(&mutex, 77) == EINVAL);
    pthread_mutex_t lock;
    assert(pthread_mutex_init(&lock, &mutex) == 0 && pthread_mutex_consistent_np(&lock) == EINVAL);
    pthread_mutexattr_destroy(&mutex);

    pthread_condattr_t condition;
    clockid_t clock;
    pthread_condattr_init(&condition);
    assert(pthread_condattr_getclock(&condition, &clock) == 0 && clock == CLOCK_REALTIME);
    assert(pthread_condattr_setclock(&condition, CLOCK_THREAD_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_setclock(&condition, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_getclock(&condition, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_getpshared(&condition, &value) == 0 && value == PTHREAD_PROCESS_SHARED);

    pthread_rwlockattr_t readers;
    pthread_rwlockattr_init(&readers);
    assert(sizeof readers == 8);
    assert(pthread_rwlockattr_setkind_np(&readers, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
    assert(pthread_rwlockattr_setkind_np(&readers, 77) == EINVAL);
    assert(pthread_rwlockattr_setpshared(&readers, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_getkind_np(&readers, &value) == 0);
    assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    assert(pthread_rwlockattr_getpshared(&readers, &value) == 0 && value == PTHREAD_PROCESS_SHARED);

    pthread_barrierattr_t barrier;
    pthread_barrierattr_init(&barrier);
    assert(pthread_barrierattr_getpshared(&barrier, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_getpshared(&barrier, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    return 0;
}
