/*
 * Lets the threads of a program follow a schedule, with one mutex and one condition variable.
 *
 * Only the thread whose context it is runs. It asks here before each access to memory that several threads use,
 * and at whatever else others can see; if that is not part of its context any more, the next context begins and the
 * thread waits for its own next one. Whatever else it does in between concerns nobody else.
 *
 * A deadlock is not taken from the schedule: when all contexts are over, every thread that is left is let go on in
 * turn, and each has to come to a wait for something that is not so before it has done anything others can see.
 */
#define _GNU_SOURCE
#include "follow.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
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
static _Thread_local int sections;

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
    bmc_violated(number == SIGFPE ? "overflow" : "pointer", 0);
    bmc_give_up("a signal stops the program");
}

__attribute__((constructor)) static void prepare(void)
{
    const int numbers[] = { SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], on_signal);
    alarm(SECONDS);
}

/* The access that each thread is about to make. */
struct standing {
    uintptr_t address;
    long long size;
    int writes, is_atomic;
};
static struct standing standing[BMC_MOST_THREADS];

static int is_race(void)
{
    for (int i = 0; i < bmc_thread_count; i++)
        for (int k = 0; k < i; k++) {
            const struct standing *one = &standing[i], *other = &standing[k];
            if (one->size > 0 && other->size > 0 && (one->writes || other->writes)
                && !(one->is_atomic && other->is_atomic)
                && one->address < other->address + (uintptr_t)other->size
                && other->address < one->address + (uintptr_t)one->size)
                return 1;
        }
    return 0;
}

/* The next thread that could go on after all contexts are over; if there is none, they are deadlocked. */
static void probe_next(void)
{
    for (probed++; probed < bmc_thread_count; probed++)
        if (lives[probed] == RUNS) {
            pthread_cond_broadcast(&turn);
            return;
        }
    for (int i = 0; i < bmc_thread_count; i++)
        if (lives[i] == BLOCKED)
            reproduced("");
    bmc_give_up("all threads have ended");
}

/* All contexts are over, in a state that should be the violation. */
static void end_in_state(void)
{
    if (strcmp(bmc_goal.kind, "deadlock") == 0) {
        probe_next();
        return;
    }
    if (!is_race())
        bmc_give_up("the threads do not stand where the schedule ends");
    reproduced("");
}

static int is_last(void)
{
    return now == bmc_context_count - 1 && !bmc_goal.is_state;
}

/* The running thread's context is over. */
static void next_context(void)
{
    now++;
    if (now == bmc_context_count)
        end_in_state();
    else
        pthread_cond_broadcast(&turn);
}

/* Returns when the running thread may do its entry with this index. */
static void arrive(int index)
{
    pthread_mutex_lock(&baton);
    for (;;) {
        if (probed >= 0 && probed == bmc_self) {
            if (index >= 0 && sections == 0)
                bmc_give_up("a thread can go on");
            break;
        }
        if (now < bmc_context_count && bmc_contexts[now].thread == bmc_self) {
            if (index < bmc_contexts[now].limit || (is_last() && index != INT32_MAX))
                break;
            if (is_last())
                bmc_give_up("the last context ends without the violation");
            next_context();
        } else {
            pthread_cond_wait(&turn, &baton);
        }
    }
    pthread_mutex_unlock(&baton);
}

/* A new thread waits until it is in a context at all. */
void bmc_thread_begins(void)
{
    lives[bmc_self] = RUNS;
    arrive(-1);
}

_Noreturn void bmc_wait_for_ever(void)
{
    for (;;) {
        arrive(INT32_MAX);
        if (probed == bmc_self)
            bmc_give_up("a thread can go on");
    }
}

_Noreturn void bmc_blocks(void)
{
    pthread_mutex_lock(&baton);
    lives[bmc_self] = BLOCKED;
    if (probed == bmc_self)
        probe_next();
    else if (now < bmc_context_count && bmc_contexts[now].thread == bmc_self)
        next_context();
    for (;;)
        pthread_cond_wait(&turn, &baton);
}

void bmc_enter_section(void)
{
    sections++;
}

void bmc_leave_section(void)
{
    if (--sections == 0 && probed >= 0 && probed == bmc_self)
        bmc_give_up("a thread can go on");
}

static void settle(void);

static const struct history *own(void)
{
    return &bmc_histories[bmc_self];
}

int bmc_find(enum action action, const char *name, int number)
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

void bmc_reaches(const char *kind)
{
    int index = bmc_self == bmc_goal.thread && strcmp(kind, bmc_goal.kind) == 0 ? bmc_find(VIOLATES, NULL, -1) : -1;
    if (index >= 0) {
        settle();
        arrive(index);
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
    arrive(index);
    if (is_last())
        reproduced("");
}

void bmc_follows(void)
{
    static long long visits;
    if (bmc_self < 0 || bmc_self != bmc_goal.thread || ++visits != bmc_goal.visits)
        return;
    bmc_reaches(bmc_goal.kind);
    if (is_last())
        reproduced(" (the schedule was followed to there; the program itself does not notice)");
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

/* What is left to do of an access that the thread has made since it last asked. */
static _Thread_local const struct entry *stored;      /* a pointer was written */
static _Thread_local void *const volatile *stored_at;
#define MOST_PARTS 8
static _Thread_local struct part {
    int index;      /* the entry of a part that others see later; -1: a part that was changed for a read */
    unsigned char *at;
    long long size;
    unsigned char bytes[64];
} parts[MOST_PARTS];
static _Thread_local int part_count;

static void keep_part(int index, uintptr_t at, long long size, const void *bytes)
{
    if (part_count == MOST_PARTS || size > (long long)sizeof parts->bytes)
        return;
    struct part *part = &parts[part_count++];
    part->index = index;
    part->at = (unsigned char *)at;
    part->size = size;
    memcpy(part->bytes, bytes, (size_t)size);
}

static void exchange(struct part *part)
{
    unsigned char other[sizeof part->bytes];
    memcpy(other, part->at, (size_t)part->size);
    memcpy(part->at, part->bytes, (size_t)part->size);
    memcpy(part->bytes, other, (size_t)part->size);
}

/* gcc writes a structure at once of which others see one part after the other. Since it was written nobody else
   ran: what is too early is taken back, and written in its time. */
static void settle(void)
{
    if (stored != NULL) {
        bmc_bind(stored->pointee, (char *)*stored_at - stored->pointee_offset);
        stored = NULL;
    }
    int count = part_count;
    part_count = 0;
    for (int i = 0; i < count; i++)
        exchange(&parts[i]);
    for (int i = 0; i < count; i++)
        if (parts[i].index >= 0) {
            arrive(parts[i].index);
            own()->passed[parts[i].index] = 1;
            exchange(&parts[i]);
        }
}

const struct entry *bmc_pass(int index)
{
    own()->passed[index] = 1;
    return &own()->entries[index];
}

const struct entry *bmc_do(int index)
{
    settle();
    if (index < 0)
        bmc_wait_for_ever();
    arrive(index);
    standing[bmc_self].size = 0;
    return bmc_pass(index);
}

void bmc_stands_before(const volatile void *address, long long size)
{
    settle();
    standing[bmc_self] = (struct standing){ (uintptr_t)address, size, 1, 0 };
}

static uintptr_t begin(const struct entry *entry)
{
    uintptr_t base = entry->object < 0 ? 0 : (uintptr_t)bmc_bases[entry->object];
    return base == 0 ? 0 : base + (uintptr_t)entry->offset;
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
        uintptr_t wrong = entry->object < 0 ? (uintptr_t)entry->offset : begin(entry);
        if (entry->size > 0 && (entry->object < 0 || wrong != 0) && address <= wrong
            && wrong < address + (uintptr_t)size)
            bmc_violated("pointer", 0);
    }
}

static int overlaps(const struct entry *entry, uintptr_t address, long long size)
{
    uintptr_t from = begin(entry);
    return from != 0 && address < from + (uintptr_t)entry->size && from < address + (uintptr_t)size;
}

static int is_watched(uintptr_t address, long long size)
{
    for (int i = 0; i < bmc_range_count; i++) {
        int object = bmc_ranges[i].object;
        uintptr_t base = bmc_is_over[object] ? 0 : (uintptr_t)bmc_bases[object];
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

/* A write of a part of a word reads the word first, which gcc does not announce. The word is what it was when the
   schedule read it. */
static void read_before_write(uintptr_t address, long long size)
{
    const struct history *history = own();
    for (int i = 0; i < history->count; i++) {
        const struct entry *entry = &history->entries[i];
        if (history->passed[i] || !overlaps(entry, address, size))
            continue;
        uintptr_t from = begin(entry);
        if (entry->action != READS || entry->number != 0 || from > address
            || address + (uintptr_t)size > from + (uintptr_t)entry->size || size > 16)
            return;
        for (int k = i + 1; k < history->count; k++) {
            const struct entry *write = &history->entries[k];
            if (history->passed[k] || !overlaps(write, address, size))
                continue;
            if (write->action != WRITES || begin(write) != from || write->size != entry->size)
                return;
            unsigned char word[16];
            arrive(i);
            memcpy(word, (void *)address, (size_t)size);
            history->passed[i] = 1;
            arrive(k);
            memcpy((void *)address, word, (size_t)size);
            return;
        }
        return;
    }
}

/* The entries of one access. Where gcc makes one and the front end several, the first is `first`; the others follow
   in memory, or in the section if it is atomic. A part that is read or written later than the others is kept. */
static void take_parts(int first, uintptr_t address, long long size, int writes, int atomic)
{
    const struct history *history = own();
    uintptr_t done = begin(&history->entries[first]) + (uintptr_t)history->entries[first].size;
    for (int i = first + 1; i < history->count; i++) {
        const struct entry *entry = &history->entries[i];
        if (history->passed[i] || (entry->action != READS && entry->action != WRITES)
            || !overlaps(entry, address, size))
            continue;
        if (atomic) {
            if (entry->number != history->entries[first].number)
                return;
            pass(i, address, size);
            if (entry->pointee >= 0 && entry->action == WRITES) {
                stored = entry;
                stored_at = (void *const volatile *)address;
            }
            continue;
        }
        if ((entry->action == WRITES) != writes)
            continue;
        if (done >= address + (uintptr_t)size || begin(entry) < done)
            return;
        uintptr_t before = done;
        done = begin(entry) + (uintptr_t)entry->size;
        if (now < bmc_context_count && i >= bmc_contexts[now].limit && !is_last()) {
            if (writes) {
                keep_part(i, begin(entry), entry->size, (void *)begin(entry));
                continue;
            }
            unsigned char bytes[sizeof parts->bytes];
            long long length = (long long)(before - address);
            if (length <= (long long)sizeof bytes) {
                memcpy(bytes, (void *)address, (size_t)length);
                arrive(i);
                keep_part(-1, address, length, (void *)address);
                memcpy((void *)address, bytes, (size_t)length);
            }
        }
        history->passed[i] = 1;
    }
}

/* gcc reads a structure at once, and what the schedule has of it is the end of it, for later: nobody wrote the
   beginning, so it may be read early. */
static int is_ahead(int index, uintptr_t address)
{
    return begin(&own()->entries[index]) > address && now < bmc_context_count
           && index >= bmc_contexts[now].limit && !is_last();
}

void bmc_access(const volatile void *at, long long size, int writes, int atomic)
{
    if (bmc_self < 0)
        return;
    settle();
    uintptr_t address = (uintptr_t)at;
    look_for_violation(address, size);
    if (!is_watched(address, size))
        return;
    const struct history *history = own();
    standing[bmc_self] = (struct standing){ address, size, writes, atomic || sections > 0 };
    if (writes && !atomic)
        read_before_write(address, size);
    int first = -1;
    for (int i = 0; i < history->count && first < 0; i++) {
        const struct entry *entry = &history->entries[i];
        if (!history->passed[i] && (entry->action == READS || entry->action == WRITES)
            && overlaps(entry, address, size) && (atomic || (entry->action == WRITES) == writes))
            first = i;
    }
    if (first >= 0 && is_ahead(first, address) && !writes) {
        ;
    } else if (first >= 0) {
        const struct entry *entry = &history->entries[first];
        arrive(first);
        pass(first, address, size);
        if (entry->pointee >= 0 && entry->action == READS && !atomic)
            bmc_bind(entry->pointee, (char *)*(void *const volatile *)at - entry->pointee_offset);
        if (entry->pointee >= 0 && entry->action == WRITES) {
            stored = entry;
            stored_at = (void *const volatile *)at;
        }
        if (atomic || size > entry->size)
            take_parts(first, address, size, writes, atomic);
    } else if (!(is_again(writes) || (is_last() && bmc_self == bmc_goal.thread))) {
        arrive(INT32_MAX);
    }
    standing[bmc_self].size = 0;
}

int bmc_has_ended(int thread)
{
    return lives[thread] == OVER;
}

void bmc_thread_ends(void)
{
    settle();
    int index = bmc_find(ENDS, NULL, -1);
    if (index < 0)
        bmc_wait_for_ever();
    arrive(index);
    bmc_pass(index);
    pthread_mutex_lock(&baton);
    lives[bmc_self] = OVER;
    if (now < bmc_context_count && bmc_contexts[now].thread == bmc_self) {
        if (is_last())
            bmc_give_up("the thread ends without the violation");
        next_context();
    }
    pthread_mutex_unlock(&baton);
}
