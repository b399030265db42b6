/* One errno for every thread. */
#include <errno.h>

_Thread_local int __bmc_errno;

int *__errno_location(void)
{
    return &__bmc_errno;
}
