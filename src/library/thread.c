/*
 * Threads. Detached threads and attributes make no difference: a thread that nobody joins is simply not
 * waited for. Creation never fails.
 */
#include "bmc.h"
#include <pthread.h>

/* The creator learns the number before the new thread can run, as with glibc. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
    __bmc_atomic_begin();
    *thread = __bmc_create_thread(function, argument);
    __bmc_atomic_end();
    return 0;
}

int pthread_join(pthread_t thread, void **value)
{
    void *result = __bmc_join_thread(thread);
    if (value)
        *value = result;
    return 0;
}

int pthread_detach(pthread_t thread)
{
    return 0;
}

_Noreturn void pthread_exit(void *value)
{
    __bmc_exit_thread(value);
}

pthread_t pthread_self(void)
{
    return __bmc_current_thread();
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

/* Without pthread_cancel, which has no model, these have nothing to do. */
int pthread_setcancelstate(int state, int *old_state)
{
    if (old_state)
        *old_state = PTHREAD_CANCEL_ENABLE;
    return 0;
}

int pthread_setcanceltype(int type, int *old_type)
{
    if (old_type)
        *old_type = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

void pthread_testcancel(void)
{
}

int pthread_setname_np(pthread_t thread, const char *name)
{
    return 0;
}

int pthread_setconcurrency(int level)
{
    return 0;
}

int pthread_attr_init(pthread_attr_t *attributes)
{
    attributes->detach_state = PTHREAD_CREATE_JOINABLE;
    attributes->scope = PTHREAD_SCOPE_SYSTEM;
    attributes->stack_size = 8388608;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes)
{
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
    attributes->detach_state = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
    *state = attributes->detach_state;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size)
{
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope)
{
    attributes->scope = scope;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope)
{
    *scope = attributes->scope;
    return 0;
}
