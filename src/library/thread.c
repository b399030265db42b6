/*
 * Threads. Detached threads and attributes make no difference: a thread that nobody joins is simply not
 * waited for. Creation never fails.
 */
#include "bmc.h"
#include <pthread.h>

/* What the end of a thread has to do depends on what the program uses. */
#define HAS_KEYS (__bmc_mentions("pthread_key_create") || __bmc_mentions("tss_create"))
#define HAS_CLEANUP (__bmc_mentions("__bmc_cleanup_push") || __bmc_mentions("__pthread_register_cancel"))

struct start {
    void *(*function)(void *);
    void *argument;
};

/* A thread whose values have to be destroyed at its end. */
static void *run(void *block)
{
    struct start *start = block;
    void *(*function)(void *) = start->function;
    void *argument = start->argument;
    __bmc_free(block);
    void *result = function(argument);
    __bmc_destroy_values();
    return result;
}

/* The creator learns the number before the new thread can run, as with glibc. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
    if (HAS_KEYS) {
        struct start *start = __bmc_allocate(sizeof(struct start), 0);
        start->function = function;
        start->argument = argument;
        function = run;
        argument = start;
    }
    __bmc_atomic_begin();
    *thread = __bmc_create_thread(function, argument);
    __bmc_atomic_end();
    return 0;
}

int pthread_join(pthread_t thread, void **value)
{
    if (__bmc_mentions("pthread_cancel"))
        pthread_testcancel();
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
    if (HAS_CLEANUP)
        __bmc_run_cleanup();
    if (HAS_KEYS)
        __bmc_destroy_values();
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
