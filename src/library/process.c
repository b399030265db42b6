/*
 * The process. Its end, from any thread, is no error. The front end lets main run the functions given to atexit
 * when it returns.
 */
#include "bmc.h"
#include <stdlib.h>
#include <unistd.h>

_Noreturn void abort(void)
{
    __bmc_exit_process();
}

#define MOST_HANDLERS 32

struct handlers {
    void (*functions[MOST_HANDLERS])(void);
    unsigned int count;
};

static struct handlers at_exit;
static struct handlers at_quick;

static int add(struct handlers *handlers, void (*function)(void))
{
    __bmc_atomic_begin();
    unsigned int count = handlers->count;
    if (count < MOST_HANDLERS) {
        handlers->functions[count] = function;
        handlers->count = count + 1;
    }
    __bmc_atomic_end();
    __bmc_limit(count < MOST_HANDLERS, "a program with more than 32 functions that run at its end");
    return 0;
}

/* The last first; a handler may register more. */
static void run(struct handlers *handlers)
{
    for (;;) {
        void (*handler)(void) = 0;
        __bmc_atomic_begin();
        unsigned int count = handlers->count;
        if (count > 0) {
            handler = handlers->functions[count - 1];
            handlers->count = count - 1;
        }
        __bmc_atomic_end();
        if (count == 0)
            break;
        handler();
    }
}

int atexit(void (*function)(void))
{
    return add(&at_exit, function);
}

int at_quick_exit(void (*function)(void))
{
    return add(&at_quick, function);
}

void __bmc_run_exit_handlers(void)
{
    run(&at_exit);
}

_Noreturn void exit(int status)
{
    if (__bmc_mentions("atexit"))
        __bmc_run_exit_handlers();
    __bmc_check_leaks();
    __bmc_exit_process();
}

_Noreturn void _Exit(int status)
{
    __bmc_exit_process();
}

_Noreturn void _exit(int status)
{
    __bmc_exit_process();
}

_Noreturn void quick_exit(int status)
{
    if (__bmc_mentions("at_quick_exit"))
        run(&at_quick);
    __bmc_exit_process();
}

pid_t getpid(void)
{
    return 1;
}

/* Some number of processors, or the size of a page; nothing else is known, which is no error. */
long sysconf(int name)
{
    if (name != _SC_NPROCESSORS_CONF && name != _SC_NPROCESSORS_ONLN)
        return name == _SC_PAGESIZE ? 4096 : -1;
    int count = __VERIFIER_nondet_int();
    return count >= 1 && count <= 64 ? count : 1;
}
