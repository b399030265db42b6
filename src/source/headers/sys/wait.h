#ifndef BMC_SYS_WAIT_H
#define BMC_SYS_WAIT_H

#include <sys/types.h>

#define WNOHANG 1
#define WUNTRACED 2
#define WIFEXITED(status) (((status) & 0x7f) == 0)
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)

pid_t wait(int *status);
pid_t waitpid(pid_t process, int *status, int options);

#endif
