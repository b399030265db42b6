/* The threads of C11, in terms of those of POSIX. */
#include "bmc.h"
#include <errno.h>
#include <threads.h>

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

int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    return 0;
}

void thrd_yield(void)
{
}

int mtx_init(mtx_t *mutex, int kind)
{
    pthread_mutexattr_t attributes;
    attributes.kind = kind & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return outcome(pthread_mutex_init(mutex, &attributes));
}

void mtx_destroy(mtx_t *mutex)
{
    pthread_mutex_destroy(mutex);
}

int mtx_lock(mtx_t *mutex)
{
    return outcome(pthread_mutex_lock(mutex));
}

/* Unlike its relative it may fail though the mutex is free. */
int mtx_trylock(mtx_t *mutex)
{
    if (__bmc_spurious_failures() && __VERIFIER_nondet_bool())
        return thrd_busy;
    return outcome(pthread_mutex_trylock(mutex));
}

int mtx_timedlock(mtx_t *mutex, const struct timespec *time)
{
    return outcome(pthread_mutex_timedlock(mutex, time));
}

int mtx_unlock(mtx_t *mutex)
{
    return outcome(pthread_mutex_unlock(mutex));
}

int cnd_init(cnd_t *condition)
{
    return outcome(pthread_cond_init(condition, (const pthread_condattr_t *)0));
}

void cnd_destroy(cnd_t *condition)
{
    pthread_cond_destroy(condition);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return outcome(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *time)
{
    return outcome(pthread_cond_timedwait(condition, mutex, time));
}

int cnd_signal(cnd_t *condition)
{
    return outcome(pthread_cond_signal(condition));
}

int cnd_broadcast(cnd_t *condition)
{
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
