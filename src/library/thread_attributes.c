/*
 * Attributes of threads. Of all of them only whether a thread is detached means anything here; the others are checked
 * as POSIX has it and remembered.
 */
#include "bmc.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#define MOST_PRIORITY 99

static void require_attributes(const pthread_attr_t *attributes)
{
    __bmc_require(attributes->stage == BMC_INITIALISED, BMC_ATTRIBUTES_ARE_USABLE);
}

int pthread_attr_init(pthread_attr_t *attributes)
{
    attributes->detach_state = PTHREAD_CREATE_JOINABLE;
    attributes->scope = PTHREAD_SCOPE_SYSTEM;
    attributes->stack_size = 8388608;
    attributes->stage = BMC_INITIALISED;
    attributes->inherit = PTHREAD_INHERIT_SCHED;
    attributes->policy = SCHED_OTHER;
    attributes->priority = 0;
    attributes->guard_size = 4096;
    attributes->stack = 0;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes)
{
    require_attributes(attributes);
    attributes->stage = BMC_DESTROYED;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
    require_attributes(attributes);
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    attributes->detach_state = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
    require_attributes(attributes);
    *state = attributes->detach_state;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    require_attributes(attributes);
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size)
{
    require_attributes(attributes);
    *size = attributes->stack_size;
    return 0;
}

/* A thread keeps its variables where all threads keep them, whatever memory it is given. */
int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size)
{
    require_attributes(attributes);
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->stack = stack;
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *size)
{
    require_attributes(attributes);
    *stack = attributes->stack;
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size)
{
    require_attributes(attributes);
    attributes->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *size)
{
    require_attributes(attributes);
    *size = attributes->guard_size;
    return 0;
}

/* Threads that compete within the process only do not exist on Linux. */
int pthread_attr_setscope(pthread_attr_t *attributes, int scope)
{
    require_attributes(attributes);
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : EINVAL;
}

int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope)
{
    require_attributes(attributes);
    *scope = attributes->scope;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit)
{
    require_attributes(attributes);
    if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
        return EINVAL;
    attributes->inherit = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherit)
{
    require_attributes(attributes);
    *inherit = attributes->inherit;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy)
{
    require_attributes(attributes);
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
        return EINVAL;
    attributes->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy)
{
    require_attributes(attributes);
    *policy = attributes->policy;
    return 0;
}

/* The policy decides which priorities there are. */
int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameter)
{
    require_attributes(attributes);
    int priority = parameter->sched_priority;
    _Bool is_real_time = attributes->policy != SCHED_OTHER;
    if (priority < is_real_time || priority > (is_real_time ? MOST_PRIORITY : 0))
        return EINVAL;
    attributes->priority = priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameter)
{
    require_attributes(attributes);
    parameter->sched_priority = attributes->priority;
    return 0;
}
