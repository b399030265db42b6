#ifndef BMC_UNISTD_H
#define BMC_UNISTD_H

#include <features.h>
#include <stddef.h>
#include <sys/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE _SC_PAGESIZE

unsigned int sleep(unsigned int seconds);
int usleep(useconds_t microseconds);
_Noreturn void _exit(int status);
pid_t getpid(void);
pid_t getppid(void);
long sysconf(int name);
ssize_t read(int descriptor, void *buffer, size_t size);
ssize_t write(int descriptor, const void *buffer, size_t size);
int close(int descriptor);
int pipe(int descriptors[2]);
int dup(int descriptor);
int dup2(int from, int to);
off_t lseek(int descriptor, off_t offset, int origin);
int unlink(const char *name);
int isatty(int descriptor);
pid_t fork(void);
unsigned int alarm(unsigned int seconds);
int pause(void);
int getopt(int count, char *const values[], const char *options);
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;

#endif
