/* The end of the process, from any thread, is no error. Functions given to atexit have no model. */
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
