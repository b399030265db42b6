/*
 * Sets of signals, and the mask of each thread. No signal ever comes: functions that send one or wait for one are
 * refused. So a mask is remembered and has no effect.
 */
#include "bmc.h"
#include <errno.h>
#include <signal.h>

#define MOST_SIGNALS 64
#define BITS (8 * (int)sizeof(unsigned long))
#define WORDS (MOST_SIGNALS / BITS)

static _Thread_local sigset_t blocked;

static _Bool is_signal(int number)
{
    if (number >= 1 && number <= MOST_SIGNALS)
        return 1;
    errno = EINVAL;
    return 0;
}

int sigemptyset(sigset_t *set)
{
    for (int word = 0; word < WORDS; word++)
        set->bits[word] = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    for (int word = 0; word < WORDS; word++)
        set->bits[word] = ~0ul;
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    set->bits[(number - 1) / BITS] |= 1ul << (number - 1) % BITS;
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    set->bits[(number - 1) / BITS] &= ~(1ul << (number - 1) % BITS);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    return set->bits[(number - 1) / BITS] >> (number - 1) % BITS & 1;
}

/* What cannot be blocked is left out silently. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old_set)
{
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    for (int word = 0; word < WORDS; word++) {
        unsigned long now = blocked.bits[word];
        if (set) {
            unsigned long given = set->bits[word];
            unsigned long next = how == SIG_BLOCK ? now | given : how == SIG_UNBLOCK ? now & ~given : given;
            if (word == 0)
                next &= ~(1ul << (SIGKILL - 1) | 1ul << (SIGSTOP - 1));
            blocked.bits[word] = next;
        }
        if (old_set)
            old_set->bits[word] = now;
    }
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old_set)
{
    int error = pthread_sigmask(how, set, old_set);
    if (error)
        errno = error;
    return error ? -1 : 0;
}
