/* The process. Its end, from any thread, is no error. Functions given to atexit have no model. */
#include "bmc.h"
#include <stdlib.h>
#include <unistd.h>

_Noreturn void abort(void)
{
    __bmc_exit_process();
}

_Noreturn void exit(int status)
{
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
