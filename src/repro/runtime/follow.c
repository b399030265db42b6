/*
 * Lets the threads of a program follow a schedule, with one mutex and one condition variable.
 *
 * Only the thread whose context it is runs. It asks here before each access to memory that several threads use,
 * and at each call that the schedule knows; if that is not part of its context any more, the next context begins
 * and the thread waits for its own next one. Whatever else it does in between concerns nobody else.
 */
#define _GNU_SOURCE
#include "follow.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 10
#define REPRODUCED 10
#define NOT_FOLLOWED 11

/* The runtime is linked like the user's files, so it has to ask for the library itself. */
int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);
int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int __real_pthread_cond_broadcast(pthread_cond_t *);
_Noreturn void __real__exit(int);

static pthread_mutex_t baton = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int now;

_Thread_local int bmc_self = -1;
/* A pointer that was about to be written when this thread last asked. */
static _Thread_local const struct entry *pending;
static _Thread_local void *const volatile *pending_at;

static _Noreturn void leave(int code, const char *text)
{
    char line[1024];
    int length = snprintf(line, sizeof line, "%s\n", text);
    if (write(1, line, (size_t)(length < (int)sizeof line ? length : (int)sizeof line - 1)) < 0)
        code = NOT_FOLLOWED;
    __real__exit(code);
}

static _Noreturn void reproduced(void)
{
    char line[900];
    snprintf(line, sizeof line, "reproduced: %s at %s", bmc_goal.property, bmc_goal.place);
    leave(REPRODUCED, line);
}

_Noreturn void bmc_give_up(const char *why)
{
    char line[900];
    snprintf(line, sizeof line, "not reproduced: thread %d, in context %d of %d: %s", bmc_self, now + 1,
             bmc_context_count, why);
    leave(NOT_FOLLOWED, line);
}

static void on_signal(int number)
{
    if (number == SIGALRM)
        bmc_give_up("the schedule could not be followed in time");
    if (strcmp(bmc_goal.kind, "pointer") == 0 || strcmp(bmc_goal.kind, "free") == 0
        || (number == SIGFPE && strcmp(bmc_goal.kind, "overflow") == 0))
        bmc_announce(0);
    bmc_give_up("a signal stops the program");
}

__attribute__((constructor)) static void prepare(void)
{
    signal(SIGALRM, on_signal);
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    signal(SIGFPE, on_signal);
    signal(SIGILL, on_signal);
    alarm(SECONDS);
}

/* Where each thread stands: before an access, inside a call, or where the schedule knows nothing of it. */
struct standing {
    uintptr_t address;
    long long size;
    int writes;
    int is_at_access, is_in_call, is_elsewhere;
};
#define MOST_THREADS 1024
static struct standing standing[MOST_THREADS];

static int is_race(void)
{
    for (int i = 0; i < bmc_thread_count; i++)
        for (int k = 0; k < i; k++) {
            const struct standing *one = &standing[i], *other = &standing[k];
            if (one->is_at_access && other->is_at_access && (one->writes || other->writes)
                && one->address < other->address + (uintptr_t)other->size
                && other->address < one->address + (uintptr_t)one->size)
                return 1;
        }
    return 0;
}

/* A thread that has begun and stands outside of a call could go on. */
static int is_deadlock(void)
{
    int waiting = 0;
    for (int i = 0; i < bmc_thread_count; i++) {
        waiting += standing[i].is_in_call;
        if (standing[i].is_at_access || standing[i].is_elsewhere)
            return 0;
    }
    return waiting > 0;
}

/* All contexts are over, in a state that should be the violation. */
static _Noreturn void end_in_state(void)
{
    int is_it = strcmp(bmc_goal.kind, "race") == 0 ? is_race() : is_deadlock();
    if (!is_it)
        bmc_give_up("the threads do not stand where the schedule ends");
    reproduced();
}

static int is_last(void)
{
    return now == bmc_context_count - 1 && !bmc_goal.is_state;
}

/* Returns when the running thread may do its entry with this index. */
static void arrive(int index)
{
    __real_pthread_mutex_lock(&baton);
    for (;;) {
        if (now < bmc_context_count && bmc_contexts[now].thread == bmc_self) {
            if (index < bmc_contexts[now].limit || (is_last() && index != INT32_MAX))
                break;
            if (is_last())
                bmc_give_up("the last context ends without the violation");
            now++;
            if (now == bmc_context_count)
                end_in_state();
            __real_pthread_cond_broadcast(&turn);
        } else {
            __real_pthread_cond_wait(&turn, &baton);
        }
    }
    __real_pthread_mutex_unlock(&baton);
}

/* A new thread waits until it is in a context at all. */
void bmc_thread_begins(void)
{
    arrive(-1);
}

_Noreturn void bmc_wait_for_ever(void)
{
    for (;;)
        arrive(INT32_MAX);
}

void bmc_announce(int line)
{
    if (now < bmc_context_count && is_last() && bmc_self == bmc_goal.thread
        && (line == 0 || line == bmc_goal.line))
        reproduced();
}

void bmc_bind(int object, void *base)
{
    if (object >= 0 && bmc_bases[object] == NULL)
        bmc_bases[object] = base;
}

void bmc_is_at(int object, const volatile void *address)
{
    bmc_bind(object, (void *)address);
}

static void bind_pending(void)
{
    if (pending != NULL) {
        bmc_bind(pending->pointee, (char *)*pending_at - pending->pointee_offset);
        pending = NULL;
    }
}

static const struct history *own(void)
{
    return &bmc_histories[bmc_self];
}

/* The violation is next, for all the schedule knows: returns when it is the time for it. */
static void arrive_at_violation(void)
{
    const struct history *history = own();
    for (int i = 0; i < history->count; i++)
        if (history->entries[i].action == VIOLATES) {
            arrive(i);
            bmc_announce(0);
        }
}

/* What a memory error looks like from here: an access to where the violation was foreseen. */
static void look_for_violation(uintptr_t address, long long size)
{
    const struct history *history = own();
    for (int i = 0; i < history->count; i++) {
        const struct entry *entry = &history->entries[i];
        if (history->passed[i])
            continue;
        if (entry->action != VIOLATES)
            return;
        uintptr_t base = entry->object < 0 ? 0 : (uintptr_t)bmc_bases[entry->object];
        uintptr_t wrong = base + (uintptr_t)entry->offset;
        if (entry->size > 0 && (entry->object < 0 || base != 0) && address <= wrong
            && wrong < address + (uintptr_t)size)
            arrive_at_violation();
    }
}

static int overlaps(const struct entry *entry, uintptr_t address, long long size)
{
    uintptr_t base = entry->object < 0 ? 0 : (uintptr_t)bmc_bases[entry->object];
    if (base == 0)
        return 0;
    uintptr_t begin = base + (uintptr_t)entry->offset;
    return address < begin + (uintptr_t)entry->size && begin < address + (uintptr_t)size;
}

static int is_watched(uintptr_t address, long long size)
{
    for (int i = 0; i < bmc_range_count; i++) {
        uintptr_t base = (uintptr_t)bmc_bases[bmc_ranges[i].object];
        if (base != 0 && address < base + (uintptr_t)bmc_ranges[i].to
            && base + (uintptr_t)bmc_ranges[i].from < address + (uintptr_t)size)
            return 1;
    }
    return 0;
}

static void pass(int index, uintptr_t address, long long size)
{
    const struct history *history = own();
    /* What the compiler left out of an expression lies behind us. */
    for (int i = 0; i < index; i++) {
        enum action action = history->entries[i].action;
        if ((action == READS || action == WRITES) && overlaps(&history->entries[i], address, size))
            history->passed[i] = 1;
    }
    history->passed[index] = 1;
}

/* gcc reads the pointers in `p->q += x` once more before the write: a read that is not in the history, while there
   is more to come. */
static int is_again(int writes)
{
    const struct history *history = own();
    for (int i = 0; i < history->count && !writes; i++)
        if (!history->passed[i])
            return 1;
    return 0;
}

void bmc_access(const volatile void *at, long long size, int writes, int atomic)
{
    if (bmc_self < 0)
        return;
    bind_pending();
    uintptr_t address = (uintptr_t)at;
    look_for_violation(address, size);
    if (!is_watched(address, size))
        return;
    const struct history *history = own();
    struct standing here = { .address = address, .size = size, .writes = writes, .is_at_access = 1 };
    standing[bmc_self] = here;
    int first = -1;
    for (int i = 0; i < history->count; i++) {
        const struct entry *entry = &history->entries[i];
        if (history->passed[i] || (entry->action != READS && entry->action != WRITES))
            continue;
        if (!overlaps(entry, address, size))
            continue;
        if (!atomic && (entry->action == WRITES) != writes)
            continue;
        if (first < 0) {
            first = i;
            arrive(i);
        } else if (!(atomic ? entry->number == history->entries[first].number
                            : overlaps(entry, address, size) && i < bmc_contexts[now].limit
                                  && size > history->entries[first].size
                                  && entry->offset != history->entries[first].offset)) {
            break;
        }
        pass(i, address, size);
        if (entry->pointee >= 0 && entry->action == READS && !atomic)
            bmc_bind(entry->pointee, (char *)*(void *const volatile *)at - entry->pointee_offset);
        if (entry->pointee >= 0 && entry->action == WRITES) {
            pending = entry;
            pending_at = (void *const volatile *)at;
        }
    }
    if (first < 0 && !(is_again(writes) || (is_last() && bmc_self == bmc_goal.thread)))
        arrive(INT32_MAX);
    standing[bmc_self] = (struct standing){ 0 };
}

static int find(enum action action, const char *name, int number)
{
    const struct history *history = own();
    for (int i = 0; i < history->count; i++) {
        const struct entry *entry = &history->entries[i];
        if (!history->passed[i] && entry->action == action && (name == NULL || strcmp(entry->name, name) == 0)
            && (number < 0 || entry->number == number))
            return i;
    }
    return -1;
}

int bmc_knows(const char *name)
{
    return bmc_self >= 0 && find(BEGINS, name, -1) >= 0;
}

const struct entry *bmc_begin(const char *name)
{
    if (bmc_self < 0)
        bmc_give_up("a thread runs of which the schedule does not know");
    bind_pending();
    int index = find(BEGINS, name, -1);
    if (index < 0) {
        standing[bmc_self] = (struct standing){ .is_elsewhere = 1 };
        bmc_wait_for_ever();
    }
    arrive(index);
    own()->passed[index] = 1;
    return &own()->entries[index];
}

const struct entry *bmc_return(const struct entry *call)
{
    int index = find(RETURNS, NULL, call->number);
    standing[bmc_self] = (struct standing){ .is_in_call = 1 };
    if (index < 0) {
        if (find(VIOLATES, NULL, call->number) >= 0)
            arrive_at_violation();
        if (find(ENDS, NULL, -1) >= 0)
            pthread_exit(PTHREAD_CANCELED);
        bmc_wait_for_ever();
    }
    arrive(index);
    own()->passed[index] = 1;
    standing[bmc_self] = (struct standing){ 0 };
    return &own()->entries[index];
}

const struct entry *bmc_call(const char *name)
{
    return bmc_return(bmc_begin(name));
}

unsigned long long bmc_input(const char *name)
{
    if (bmc_self < 0)
        return 0;
    bind_pending();
    int index = find(INPUT, name, -1);
    if (index < 0) {
        if (is_last() && bmc_self == bmc_goal.thread)
            return 0;
        standing[bmc_self] = (struct standing){ .is_elsewhere = 1 };
        bmc_wait_for_ever();
    }
    arrive(index);
    own()->passed[index] = 1;
    return own()->entries[index].value;
}

void bmc_thread_ends(void)
{
    bind_pending();
    int index = find(ENDS, NULL, -1);
    if (index < 0) {
        if (strcmp(bmc_goal.kind, "leak") == 0 && find(VIOLATES, NULL, -1) >= 0)
            arrive_at_violation();
        bmc_wait_for_ever();
    }
    arrive(index);
    own()->passed[index] = 1;
    standing[bmc_self] = (struct standing){ 0 };
    __real_pthread_mutex_lock(&baton);
    if (now < bmc_context_count && bmc_contexts[now].thread == bmc_self) {
        if (is_last())
            bmc_give_up("the thread ends without the violation");
        now++;
        if (now == bmc_context_count)
            end_in_state();
        __real_pthread_cond_broadcast(&turn);
    }
    __real_pthread_mutex_unlock(&baton);
}
