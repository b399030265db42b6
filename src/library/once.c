/* pthread_once: the first caller runs the routine, the others wait until it has returned. */
#include "bmc.h"
#include <pthread.h>

#define NOT_STARTED 0
#define RUNNING 1
#define DONE 2

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    __bmc_atomic_begin();
    int state = *control;
    __bmc_require(state >= NOT_STARTED && state <= DONE, "the control variable began as PTHREAD_ONCE_INIT");
    __bmc_wait(state != RUNNING, control);
    if (state == NOT_STARTED)
        *control = RUNNING;
    __bmc_atomic_end();
    if (state != NOT_STARTED)
        return 0;
    routine();
    __bmc_atomic_begin();
    *control = DONE;
    __bmc_atomic_end();
    return 0;
}
