/*
 * The threads of C11, in terms of those of POSIX. C demands more of the caller: mutexes and condition variables have no
 * initialiser but a call, a mutex that is not recursive may not be locked again, only a timed one can time out, and only
 * its owner may unlock it.
 */
#include "bmc.h"
#include <errno.h>
#include <threads.h>

#define MUTEX_IS_USABLE "the mutex has been initialised and not destroyed"
#define CONDITION_IS_USABLE "the condition variable has been initialised and not destroyed"

static int require_mutex(mtx_t *mutex)
{
    if (!__bmc_checks("api"))
        return 0;
    int kind = mutex->kind;
    __bmc_require(kind & BMC_MUTEX_INITIALISED, MUTEX_IS_USABLE);
    return kind;
}

/* What else can be wrong with it is found by what comes next. */
static void require_condition(cnd_t *condition)
{
    __bmc_atomic_begin();
    __bmc_require(condition->stage != BMC_ZEROED, CONDITION_IS_USABLE);
    __bmc_atomic_end();
}

struct start {
    thrd_start_t function;
    void *argument;
};

/* Threads return pointers; a start function of C11 returns an int. */
static void *run(void *block)
{
    struct start *start = block;
    thrd_start_t function = start->function;
    void *argument = start->argument;
    __bmc_free(block);
    return (void *)(long)function(argument);
}

static int outcome(int error)
{
    if (error == 0)
        return thrd_success;
    if (error == EBUSY)
        return thrd_busy;
    return error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    struct start *start = __bmc_allocate(sizeof(struct start), BMC_INTERNAL);
    start->function = function;
    start->argument = argument;
    return outcome(pthread_create(thread, (const pthread_attr_t *)0, run, start));
}

int thrd_join(thrd_t thread, int *value)
{
    void *result;
    int error = pthread_join(thread, &result);
    if (error == 0 && value)
        *value = (int)(long)result;
    return outcome(error);
}

int thrd_detach(thrd_t thread)
{
    return outcome(pthread_detach(thread));
}

_Noreturn void thrd_exit(int value)
{
    pthread_exit((void *)(long)value);
}

thrd_t thrd_current(void)
{
    return __bmc_current_thread();
}

int thrd_equal(thrd_t a, thrd_t b)
{
    return a == b;
}

/* Below -1, an error. */
int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    return BMC_IS_TIME(duration) && duration->tv_sec >= 0 ? 0 : -2;
}

void thrd_yield(void)
{
}

int mtx_init(mtx_t *mutex, int kind)
{
    pthread_mutexattr_t attributes;
    __bmc_require((kind & ~(mtx_timed | mtx_recursive)) == 0, "the type of the mutex is one of those of C11");
    attributes.kind = BMC_ATTRIBUTES | (kind & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    if (__bmc_checks("api") && (kind & mtx_timed))
        attributes.kind = attributes.kind | BMC_MUTEX_TIMED;
    return outcome(pthread_mutex_init(mutex, &attributes));
}

void mtx_destroy(mtx_t *mutex)
{
    __bmc_atomic_begin();
    require_mutex(mutex);
    pthread_mutex_destroy(mutex);
    __bmc_atomic_end();
}

int mtx_lock(mtx_t *mutex)
{
    return outcome(__bmc_take_mutex_of_c11(mutex, 0));
}

/* Unlike its relative it may fail though the mutex is free. */
int mtx_trylock(mtx_t *mutex)
{
    if (__bmc_spurious_failures() && __VERIFIER_nondet_bool())
        return thrd_busy;
    return outcome(__bmc_take_mutex_of_c11(mutex, EBUSY));
}

int mtx_timedlock(mtx_t *mutex, const struct timespec *time)
{
    int error = __bmc_take_mutex_of_c11(mutex, ETIMEDOUT);
    return outcome(BMC_UNTIL(time, error));
}

int mtx_unlock(mtx_t *mutex)
{
    __bmc_atomic_begin();
    int kind = require_mutex(mutex);
    if (__bmc_checks("api") && (kind & BMC_MUTEX_TYPE) == PTHREAD_MUTEX_RECURSIVE)
        __bmc_require(mutex->owner == (unsigned int)__bmc_current_thread(),
                      "the mutex is held by the calling thread");
    int error = pthread_mutex_unlock(mutex);
    __bmc_atomic_end();
    return outcome(error);
}

int cnd_init(cnd_t *condition)
{
    return outcome(pthread_cond_init(condition, (const pthread_condattr_t *)0));
}

void cnd_destroy(cnd_t *condition)
{
    require_condition(condition);
    pthread_cond_destroy(condition);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    require_condition(condition);
    return outcome(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *time)
{
    require_condition(condition);
    return outcome(pthread_cond_timedwait(condition, mutex, time));
}

int cnd_signal(cnd_t *condition)
{
    require_condition(condition);
    return outcome(pthread_cond_signal(condition));
}

int cnd_broadcast(cnd_t *condition)
{
    require_condition(condition);
    return outcome(pthread_cond_broadcast(condition));
}

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once(flag, function);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return outcome(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return outcome(pthread_setspecific(key, value));
}
