#ifndef BMC_SIGNAL_H
#define BMC_SIGNAL_H

#include <sys/types.h>

/* Sets and masks have a model; the signals themselves are declared so that programs compile, and have none. */

typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef struct {
    unsigned long bits[1024 / (8 * sizeof(unsigned long))];
} sigset_t;

struct sigaction {
    void (*sa_handler)(int);
    sigset_t sa_mask;
    int sa_flags;
};

#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19

#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_RESTART 0x10000000

sighandler_t signal(int number, sighandler_t handler);
int raise(int number);
int kill(pid_t process, int number);
int sigaction(int number, const struct sigaction *action, struct sigaction *old_action);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *set, sigset_t *old_set);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old_set);

#endif
