#ifndef BMC_PTHREAD_H
#define BMC_PTHREAD_H

#include <sched.h>
#include <stddef.h>
#include <time.h>

/*
 * The objects are as large as those of glibc, and all zeros is a free one in both, so that a program that was
 * preprocessed with glibc's header works with the same models. For the same reason the kind of a mutex stands
 * where glibc has it.
 */
#ifdef __LP64__
#define BMC_FILL(lp64, ilp32) long fill[lp64]
#else
#define BMC_FILL(lp64, ilp32) long fill[ilp32]
#endif

typedef unsigned long pthread_t;

typedef struct {
    int detach_state;
    int scope;
    size_t stack_size;
    unsigned int stage;
    int inherit;
    int policy;
    int priority;
    size_t guard_size;
    void *stack;
#ifdef __LP64__
    long fill;
#endif
} pthread_attr_t;

typedef struct {
    /* The number of the thread that holds it; 0 if it is free. */
    unsigned int owner;
    /* How often a recursive mutex was locked again. */
    unsigned int again;
    /* What became of a robust mutex whose owner ended. */
    unsigned int recovery;
#ifdef __LP64__
    unsigned int reserved;
#endif
    int kind;
    BMC_FILL(2, 2);
} pthread_mutex_t;

typedef struct {
    int kind;
} pthread_mutexattr_t;

typedef struct {
    /* One bit for every thread that waits and has not been woken. */
    unsigned long long waiting;
    /* One bit for every thread that has not left its call yet, in programs that destroy condition variables. */
    unsigned long long inside;
    /* One bit for every thread that was woken without a signal, until one comes. */
    unsigned long long idle;
    /* The mutex of those who wait. */
    void *mutex;
    unsigned int stage;
    BMC_FILL(1, 4);
} pthread_cond_t;

typedef struct {
    int clock;
} pthread_condattr_t;

typedef struct {
    /* The number of readers, or the highest bit and the number of the thread that writes. */
    unsigned int state;
    unsigned int stage;
    BMC_FILL(6, 6);
} pthread_rwlock_t;

typedef struct {
    int kind;
    int fill;
} pthread_rwlockattr_t;

typedef struct {
    unsigned int count;
    unsigned int arrived;
    unsigned int generation;
    unsigned int stage;
    /* Threads that may leave and have not yet, in programs that destroy barriers. */
    unsigned int leaving;
#ifdef __LP64__
    long fill;
#endif
} pthread_barrier_t;

typedef struct {
    int shared;
} pthread_barrierattr_t;

#undef BMC_FILL

typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef unsigned int pthread_key_t;

#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_TIMED_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_RECURSIVE
#define PTHREAD_MUTEX_ERRORCHECK_NP PTHREAD_MUTEX_ERRORCHECK
#define PTHREAD_MUTEX_ADAPTIVE_NP 3
#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST 1
#define PTHREAD_MUTEX_STALLED_NP PTHREAD_MUTEX_STALLED
#define PTHREAD_MUTEX_ROBUST_NP PTHREAD_MUTEX_ROBUST

#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_RWLOCK_PREFER_READER_NP 0
#define PTHREAD_RWLOCK_PREFER_WRITER_NP 1
#define PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP 2
#define PTHREAD_RWLOCK_DEFAULT_NP PTHREAD_RWLOCK_PREFER_READER_NP
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *)-1)

#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_INITIALIZER { 0 }
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP { .kind = PTHREAD_MUTEX_RECURSIVE }
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP { .kind = PTHREAD_MUTEX_ERRORCHECK }
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP { .kind = PTHREAD_MUTEX_ADAPTIVE_NP }
#define PTHREAD_COND_INITIALIZER { 0 }
#define PTHREAD_RWLOCK_INITIALIZER { 0 }

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument);
int pthread_join(pthread_t thread, void **value);
int pthread_tryjoin_np(pthread_t thread, void **value);
int pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *time);
int pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock, const struct timespec *time);
int pthread_detach(pthread_t thread);
_Noreturn void pthread_exit(void *value);
pthread_t pthread_self(void);
int pthread_equal(pthread_t a, pthread_t b);
int pthread_cancel(pthread_t thread);
int pthread_setcancelstate(int state, int *old_state);
int pthread_setcanceltype(int type, int *old_type);
void pthread_testcancel(void);
int pthread_kill(pthread_t thread, int signal);

int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size);
int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size);
int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *size);
int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size);
int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *size);
int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit);
int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherit);
int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy);
int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy);
int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameter);
int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameter);
int pthread_attr_setscope(pthread_attr_t *attributes, int scope);
int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope);

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time);
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutex_consistent(pthread_mutex_t *mutex);
int pthread_mutex_consistent_np(pthread_mutex_t *mutex);
int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust);
int pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attributes, int robust);
int pthread_mutexattr_getrobust_np(const pthread_mutexattr_t *attributes, int *robust);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling);
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *ceiling);

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time);
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *time);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_condattr_init(pthread_condattr_t *attributes);
int pthread_condattr_destroy(pthread_condattr_t *attributes);
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock);
int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock);
int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared);
int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared);

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes);
int pthread_rwlock_destroy(pthread_rwlock_t *lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *time);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *time);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int preference);
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *preference);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared);

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned int count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_barrierattr_init(pthread_barrierattr_t *attributes);
int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared);
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *shared);

int pthread_spin_init(pthread_spinlock_t *lock, int shared);
int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);

int pthread_once(pthread_once_t *control, void (*routine)(void));

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

struct __bmc_cleanup {
    void (*routine)(void *);
    void *argument;
    struct __bmc_cleanup *before;
};
void __bmc_cleanup_push(struct __bmc_cleanup *handler, void (*routine)(void *), void *argument);
void __bmc_cleanup_pop(struct __bmc_cleanup *handler, int execute);
#define pthread_cleanup_push(routine, argument) \
    do { struct __bmc_cleanup __bmc_handler; __bmc_cleanup_push(&__bmc_handler, (routine), (argument));
#define pthread_cleanup_pop(execute) \
    __bmc_cleanup_pop(&__bmc_handler, (execute)); } while (0)

int pthread_yield(void);
int pthread_setname_np(pthread_t thread, const char *name);
int pthread_getname_np(pthread_t thread, char *name, size_t size);
int pthread_setconcurrency(int level);
int pthread_getconcurrency(void);
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameter);
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameter);
int pthread_setschedprio(pthread_t thread, int priority);
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock);
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *processors);
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *processors);
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));

#endif
