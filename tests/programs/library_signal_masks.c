// expect: safe
// data-models: both

/* Sets of signals, and the mask of a thread, which is its own. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

void *worker(void *unused)
{
    sigset_t now;
    assert(pthread_sigmask(SIG_BLOCK, 0, &now) == 0 && sigismember(&now, SIGTERM) == 0);
    return 0;
}

int main(void)
{
    sigset_t set, before;
    pthread_t thread;
    assert(sigfillset(&set) == 0 && sigismember(&set, 64) == 1);
    assert(sigdelset(&set, 64) == 0 && sigismember(&set, 64) == 0 && sigismember(&set, 63) == 1);
    assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGTERM) == 0 && sigaddset(&set, SIGKILL) == 0);
    assert(sigaddset(&set, 65) == -1 && errno == EINVAL && sigdelset(&set, 0) == -1 && sigismember(&set, -1) == -1);
    pthread_create(&thread, 0, worker, 0);
    assert(pthread_sigmask(77, &set, 0) == EINVAL && pthread_sigmask(SIG_BLOCK, &set, &before) == 0);
    assert(sigismember(&before, SIGTERM) == 0);
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    assert(sigprocmask(SIG_SETMASK, &set, &before) == 0);
    assert(sigismember(&before, SIGTERM) == 1 && sigismember(&before, SIGKILL) == 0);
    assert(pthread_sigmask(SIG_UNBLOCK, &set, &before) == 0 && sigismember(&before, SIGINT) == 1);
    assert(pthread_sigmask(SIG_UNBLOCK, 0, &before) == 0 && sigismember(&before, SIGINT) == 0);
    pthread_join(thread, 0);
    return 0;
}
