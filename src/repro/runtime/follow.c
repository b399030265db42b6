/*
 * Lets the threads of a program follow a schedule, with one mutex and one condition variable.
 *
 * Only the thread whose context it is runs. It asks here before each access to memory that several threads use,
 * and at whatever else others can see; if that is not part of its context any more, the next context begins and the
 * thread waits for its own next one. Whatever else it does in between concerns nobody else.
 *
 * A deadlock is not taken from the schedule: when all contexts are over, every thread that is left is let go on in
 * turn, and each has to come to a wait for something that is not so before it has done anything others can see. For
 * a race, threads that stand at an atomic section are let go on to its end, which is their next step.
 */
#define _GNU_SOURCE
#include "follow.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#define SECONDS 10
#define REPRODUCED 10
#define NOT_FOLLOWED 11

static pthread_mutex_t baton = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int now;
/* The thread that is let go on after the end of all contexts; -1 before. */
static int probed = -1;

enum life { NOT_BEGUN, RUNS, BLOCKED, OVER };
static enum life lives[BMC_MOST_THREADS];

_Thread_local int bmc_self = -1;
/* Atomic sections that each thread is in. */
static int sections[BMC_MOST_THREADS];

static _Noreturn void leave(int code, const char *text)
{
    char line[1024];
    int length = snprintf(line, sizeof line, "%s\n", text);
    fflush(stdout);
    if (write(1, line, (size_t)(length < (int)sizeof line ? length : (int)sizeof line - 1)) < 0)
        code = NOT_FOLLOWED;
    _exit(code);
}

static _Noreturn void reproduced(const char *how)
{
    char line[900];
    snprintf(line, sizeof line, "reproduced: %s at %s%s", bmc_goal.property, bmc_goal.place, how);
    leave(REPRODUCED, line);
}

/* The first thread that did what the schedule does not have, and where. */
static struct {
    const char *what;
    int thread;
    const void *caller;
} stray;

void bmc_strays(const char *what)
{
    if (stray.what != NULL)
        return;
    stray.what = what;
    stray.thread = bmc_self;
    stray.caller = bmc_caller;
}

_Noreturn void bmc_give_up(const char *why)
{
    char line[900];
    int length = snprintf(line, sizeof line, "not reproduced: thread %d, in context %d of %d: %s", bmc_self, now + 1,
                          bmc_context_count, why);
    if (bmc_untold[0] != '\0' && length < (int)sizeof line)
        length += snprintf(line + length, sizeof line - (size_t)length, "; it is not known where %s is", bmc_untold);
    if (stray.what != NULL && length < (int)sizeof line)
        snprintf(line + length, sizeof line - (size_t)length,
                 "; before that thread %d %s where the schedule does not (addr2line -e reproduce %p)", stray.thread,
                 stray.what, stray.caller);
    leave(NOT_FOLLOWED, line);
}

static uintptr_t instruction(const ucontext_t *context)
{
#ifdef __x86_64__
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
    return (uintptr_t)context->uc_mcontext.gregs[REG_EIP];
#endif
}

static void on_signal(int number, siginfo_t *information, void *context)
{
    (void)information;
    if (number == SIGALRM)
        bmc_give_up("the schedule could not be followed in time");
    bmc_violated(number == SIGFPE ? "overflow" : "pointer", 0);
    if (instruction(context) == 0)
        bmc_give_up("a function is called that is in no library");
    bmc_give_up("a signal stops the program");
}

__attribute__((constructor)) static void prepare(void)
{
    const int numbers[] = { SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
    const struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    alarm(SECONDS);
}

/* The accesses of the next step of each thread: one, or those of a section. */
#define MOST_TOUCHES 64
static struct touch {
    uintptr_t address;
    long long size;
    int writes, is_atomic;
} touches[BMC_MOST_THREADS][MOST_TOUCHES];
static int touch_counts[BMC_MOST_THREADS];

void bmc_stands_before(const volatile void *address, long long size, int writes, int atomic)
{
    int *count = &touch_counts[bmc_self];
    if (probed != bmc_self)
        *count = 0;
    if (size > 0 && *count < MOST_TOUCHES)
        touches[bmc_self][(*count)++] =
            (struct touch){ (uintptr_t)address, size, writes, atomic || sections[bmc_self] > 0 };
}

static int conflict(const struct touch *one, const struct touch *other)
{
    return (one->writes || other->writes) && !(one->is_atomic && other->is_atomic)
           && one->address < other->address + (uintptr_t)other->size
           && other->address < one->address + (uintptr_t)one->size;
}

static int is_race(void)
{
    for (int i = 0; i < bmc_thread_count; i++)
        for (int k = 0; k < i; k++)
            for (int one = 0; one < touch_counts[i]; one++)
                for (int other = 0; other < touch_counts[k]; other++)
                    if (conflict(&touches[i][one], &touches[k][other]))
                        return 1;
    return 0;
}

/* Whether threads are let go on to see whether they are blocked; otherwise to see what they touch in a section. */
static int is_about_deadlock(void)
{
    return strcmp(bmc_goal.kind, "deadlock") == 0;
}

static int is_deadlock(void)
{
    for (int i = 0; i < bmc_thread_count; i++)
        if (lives[i] == BLOCKED)
            return 1;
    return 0;
}

/* All contexts are over: the next thread is let go on whose next step is not known. If there is none, this is the
   state that should be the violation. */
static void probe_next(void)
{
    for (probed++; probed < bmc_thread_count; probed++)
        if (lives[probed] == RUNS && (is_about_deadlock() || sections[probed] > 0)) {
            pthread_cond_broadcast(&turn);
            return;
        }
    if (!(is_about_deadlock() ? is_deadlock() : is_race()))
        bmc_give_up("the threads do not stand where the schedule ends");
    reproduced("");
}

int bmc_is_last(void)
{
    return now == bmc_context_count - 1 && !bmc_goal.is_state;
}

int bmc_is_later(int index)
{
    return now < bmc_context_count && index >= bmc_contexts[now].limit && !bmc_is_last();
}

/* The running thread's context is over. */
static void next_context(void)
{
    now++;
    if (now == bmc_context_count) {
        probe_next();
        return;
    }
    enum life life = lives[bmc_contexts[now].thread];
    if (life != RUNS)
        bmc_give_up(life == NOT_BEGUN  ? "the next thread does not exist yet"
                    : life == BLOCKED ? "the next thread waits for something"
                                      : "the next thread has ended");
    pthread_cond_broadcast(&turn);
}

/* Others can see it if the thread goes on, or they cannot. */
static void wait_for_turn(int index, int is_seen)
{
    pthread_mutex_lock(&baton);
    for (;;) {
        if (probed >= 0 && probed == bmc_self) {
            if (is_seen && sections[bmc_self] == 0)
                bmc_give_up("a thread can go on");
            break;
        }
        if (now < bmc_context_count && bmc_contexts[now].thread == bmc_self) {
            if (index < bmc_contexts[now].limit || (bmc_is_last() && index != BMC_NEVER))
                break;
            if (bmc_is_last())
                bmc_give_up("the last context ends without the violation");
            next_context();
        } else {
            pthread_cond_wait(&turn, &baton);
        }
    }
    pthread_mutex_unlock(&baton);
}

void bmc_arrive(int index)
{
    wait_for_turn(index, index >= 0);
}

void bmc_arrive_unseen(int index)
{
    wait_for_turn(index, 0);
}

void bmc_thread_is_made(int thread)
{
    lives[thread] = RUNS;
}

/* A new thread waits until it is in a context at all. */
void bmc_thread_begins(void)
{
    bmc_arrive(-1);
}

/* The thread does nothing more, whatever happens. */
static _Noreturn void stop(void)
{
    pthread_mutex_lock(&baton);
    if (probed == bmc_self)
        probe_next();
    else if (now < bmc_context_count && bmc_contexts[now].thread == bmc_self)
        next_context();
    for (;;)
        pthread_cond_wait(&turn, &baton);
}

/* A thread that is let go to the end of its section has made the accesses of its next step, even if the program ends
   there. */
_Noreturn void bmc_fails(const char *why)
{
    if (probed == bmc_self && !is_about_deadlock())
        stop();
    bmc_give_up(why);
}

_Noreturn void bmc_wait_for_ever(void)
{
    for (;;) {
        bmc_arrive(BMC_NEVER);
        if (probed != bmc_self)
            continue;
        if (is_about_deadlock())
            bmc_give_up("a thread can go on");
        /* A section without an end is not a step. */
        touch_counts[bmc_self] = 0;
        stop();
    }
}

_Noreturn void bmc_blocks(void)
{
    lives[bmc_self] = BLOCKED;
    touch_counts[bmc_self] = 0;
    stop();
}

void bmc_enter_section(void)
{
    if (bmc_self < 0)
        return;
    if (sections[bmc_self] == 0)
        bmc_settle();
    sections[bmc_self]++;
}

void bmc_leave_section(void)
{
    if (bmc_self < 0 || --sections[bmc_self] > 0 || probed != bmc_self)
        return;
    if (is_about_deadlock())
        bmc_give_up("a thread can go on");
    stop();
}

void bmc_reaches(const char *kind)
{
    int index = bmc_self == bmc_goal.thread && strcmp(kind, bmc_goal.kind) == 0 ? bmc_find(VIOLATES, NULL, -1) : -1;
    if (index >= 0) {
        bmc_settle();
        bmc_arrive(index);
    }
}

void bmc_violated(const char *kind, int line)
{
    if (bmc_self < 0 || bmc_self != bmc_goal.thread || bmc_goal.is_state || strcmp(kind, bmc_goal.kind) != 0)
        return;
    if (line != 0 && bmc_goal.line != 0 && line != bmc_goal.line)
        return;
    int index = bmc_find(VIOLATES, NULL, -1);
    if (index < 0)
        return;
    bmc_arrive(index);
    if (bmc_is_last())
        reproduced("");
}

void bmc_follows(void)
{
    static long long visits;
    if (bmc_self < 0 || bmc_self != bmc_goal.thread || ++visits != bmc_goal.visits)
        return;
    bmc_reaches(bmc_goal.kind);
    if (bmc_is_last())
        reproduced(" (the schedule was followed to there; the program itself does not notice)");
}

int bmc_begin_section(void)
{
    bmc_enter_section();
    return 0;
}

void bmc_end_section(int *section)
{
    (void)section;
    bmc_leave_section();
}

int bmc_has_ended(int thread)
{
    return lives[thread] == OVER;
}

void bmc_thread_ends(void)
{
    bmc_settle();
    int index = bmc_find(ENDS, NULL, -1);
    if (index < 0)
        bmc_wait_for_ever();
    bmc_arrive(index);
    bmc_pass(index);
    pthread_mutex_lock(&baton);
    lives[bmc_self] = OVER;
    if (now < bmc_context_count && bmc_contexts[now].thread == bmc_self) {
        if (bmc_is_last())
            bmc_give_up("the thread ends without the violation");
        next_context();
    }
    pthread_mutex_unlock(&baton);
}
