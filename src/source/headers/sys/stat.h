#ifndef BMC_SYS_STAT_H
#define BMC_SYS_STAT_H

#include <sys/types.h>

#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700

int mkdir(const char *name, mode_t mode);
int chmod(const char *name, mode_t mode);
mode_t umask(mode_t mask);

#endif
