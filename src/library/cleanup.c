/*
 * Handlers of pthread_cleanup_push, a list for every thread that runs through the blocks that pushed them. A
 * program that was preprocessed with glibc's header registers the same handlers by __pthread_register_cancel,
 * which the front end turns into a push.
 */
#include "bmc.h"
#include <pthread.h>

static _Thread_local struct __bmc_cleanup *newest;

void __bmc_cleanup_push(struct __bmc_cleanup *handler, void (*routine)(void *), void *argument)
{
    handler->routine = routine;
    handler->argument = argument;
    handler->before = newest;
    newest = handler;
}

void __bmc_cleanup_pop(struct __bmc_cleanup *handler, int execute)
{
    newest = handler->before;
    if (execute)
        handler->routine(handler->argument);
}

void __bmc_run_cleanup(void *value)
{
    while (newest) {
        struct __bmc_cleanup *handler = newest;
        newest = handler->before;
        handler->routine(handler->argument);
    }
}
