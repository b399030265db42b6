/*
 * Recognises what a thread does as an entry of its history.
 *
 * An access to memory is known by its address. gcc and the front end do not always agree on what one access is:
 * gcc reads some pointers twice, copies a structure at once, and does not announce that it reads a word before it
 * writes a part of it. Since nobody else runs between an access and the next time that its thread asks here, memory
 * can be changed for that while, so that the thread reads and writes what it would have in smaller steps.
 */
#include "follow.h"
#include <stdint.h>
#include <string.h>

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
#define MOST_PARTS 32
static _Thread_local struct part {
    int index;      /* the entry of a part that is written; -1: a part that was changed for a read */
    unsigned char *at;
    long long size;
    unsigned char bytes[64];
} parts[MOST_PARTS];
static _Thread_local int part_count;
/* The size of a structure that is about to be written; gcc announces only then that it reads the other one. */
static _Thread_local long long copied_size;
/* What is known of the last write of a structure. gcc may clear it first and then write its members, where the
   schedule writes each member once. */
static _Thread_local enum { NOTHING, WRITTEN, COPIED, CLEARED } last_write;
static _Thread_local uintptr_t last_from, last_to;

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

static void pass(int index, uintptr_t address, long long size);
static void look_for_violation(uintptr_t address, long long size);

static void bind_stored(void)
{
    if (stored != NULL) {
        bmc_bind(stored->pointee, (char *)*stored_at - stored->pointee_offset);
        stored = NULL;
    }
}

/* gcc writes a structure at once of which others see one part after the other. Since it was written nobody else
   ran: all of it is taken back, and each part is written in its time. */
void bmc_settle(void)
{
    int is_whole = last_write != NOTHING;
    copied_size = 0;
    last_write = NOTHING;
    bind_stored();
    int count = part_count;
    part_count = 0;
    for (int i = 0; i < count; i++)
        exchange(&parts[i]);
    for (int i = 0; i < count; i++)
        if (parts[i].index >= 0) {
            const struct entry *entry = &own()->entries[parts[i].index];
            bmc_stands_before(parts[i].at, parts[i].size, 1, 0);
            bmc_arrive(parts[i].index);
            pass(parts[i].index, (uintptr_t)parts[i].at, parts[i].size);
            exchange(&parts[i]);
            if (entry->pointee >= 0)
                bmc_bind(entry->pointee, *(char **)parts[i].at - entry->pointee_offset);
            bmc_stands_before(NULL, 0, 0, 0);
        }
    if (is_whole)
        look_for_violation(last_from, (long long)(last_to - last_from));
}

/* Whether the schedule has more of the thread than its end. */
static int has_more(void)
{
    const struct history *history = own();
    for (int i = 0; i < history->count; i++)
        if (!history->passed[i] && history->entries[i].action != LEAVES && history->entries[i].action != ENDS)
            return 1;
    return 0;
}

const struct entry *bmc_pass(int index)
{
    own()->passed[index] = 1;
    return &own()->entries[index];
}

const struct entry *bmc_do(int index)
{
    bmc_settle();
    if (index < 0) {
        if (has_more())
            bmc_strays("asks for memory, a thread or an input");
        bmc_wait_for_ever();
    }
    bmc_arrive(index);
    bmc_stands_before(NULL, 0, 0, 0);
    return bmc_pass(index);
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

/* The words that the thread read last, as they were then. */
#define MOST_WORDS 8
static _Thread_local struct word {
    int index;      /* the entry of the read and 1; 0: none */
    unsigned char bytes[16];
} words[MOST_WORDS];
static _Thread_local int word_count;

static void keep_word(int index)
{
    const struct entry *entry = &own()->entries[index];
    struct word *word = &words[word_count++ % MOST_WORDS];
    word->index = 0;
    if (entry->size <= (long long)sizeof word->bytes) {
        word->index = index + 1;
        memcpy(word->bytes, (void *)begin(entry), (size_t)entry->size);
    }
}

/* A write of a part of a word reads the word first, which gcc does not announce, or it reads the word again. The
   word is what it was when the schedule read it. */
static void read_before_write(uintptr_t address, long long size)
{
    const struct history *history = own();
    int read = -1, write = -1;
    for (int i = 0; i < history->count && write < 0; i++) {
        const struct entry *entry = &history->entries[i];
        if ((entry->action != READS && entry->action != WRITES) || !overlaps(entry, address, size))
            continue;
        if (entry->action == READS)
            read = i;
        else if (history->passed[i])
            read = -1;
        else
            write = i;
    }
    if (read < 0 || write < 0 || history->entries[read].number != 0)
        return;
    uintptr_t from = begin(&history->entries[read]), to = from + (uintptr_t)history->entries[read].size;
    if (begin(&history->entries[write]) != from || history->entries[write].size != history->entries[read].size
        || from > address || address + (uintptr_t)size > to)
        return;
    if (!history->passed[read]) {
        bmc_arrive(read);
        keep_word(read);
        history->passed[read] = 1;
    }
    for (int i = 0; i < MOST_WORDS; i++)
        if (words[i].index == read + 1) {
            bmc_arrive(write);
            memcpy((void *)from, words[i].bytes, (size_t)(to - from));
        }
}

/* The entries of the write of a structure, all of which are left for the next time that the thread asks. */
static void keep_writes(int first, uintptr_t address, long long size)
{
    const struct history *history = own();
    uintptr_t done = address;
    for (int i = first; i < history->count && done < address + (uintptr_t)size; i++) {
        const struct entry *entry = &history->entries[i];
        if (history->passed[i] || entry->action != WRITES || !overlaps(entry, address, size))
            continue;
        if (begin(entry) < done)
            break;
        keep_part(i, begin(entry), entry->size, (void *)begin(entry));
        done = begin(entry) + (uintptr_t)entry->size;
    }
    copied_size = size;
    last_write = WRITTEN;
    last_from = address;
    last_to = address + (uintptr_t)size;
}

static int is_zero(const struct part *part)
{
    for (long long i = 0; i < part->size; i++)
        if (part->at[i] != 0)
            return 0;
    return 1;
}

/* Whether a structure was cleared just before. A copy differs in what is read next, or in what is written. */
static int is_cleared(int writes, long long size)
{
    if (last_write == WRITTEN) {
        last_write = writes || size != copied_size ? CLEARED : COPIED;
        for (int i = 0; i < part_count; i++)
            if (!is_zero(&parts[i]))
                last_write = COPIED;
        if (last_write == CLEARED)
            copied_size = 0;
    }
    return last_write == CLEARED;
}

/* The entries of one access. Where gcc makes one and the front end several, the first is `first`; the others follow
   in memory, or in the section if it is atomic. If a part is read later than the others, these are what they were. */
static void take_parts(int first, uintptr_t address, long long size, int atomic)
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
        if (entry->action == WRITES)
            continue;
        if (done >= address + (uintptr_t)size || begin(entry) < done)
            return;
        uintptr_t before = done;
        done = begin(entry) + (uintptr_t)entry->size;
        if (bmc_is_later(i)) {
            unsigned char bytes[sizeof parts->bytes];
            long long length = (long long)(before - address);
            if (length <= (long long)sizeof bytes) {
                memcpy(bytes, (void *)address, (size_t)length);
                bmc_arrive(i);
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
    return begin(&own()->entries[index]) > address && bmc_is_later(index);
}

void bmc_access(const volatile void *at, long long size, int writes, int atomic)
{
    if (bmc_self < 0)
        return;
    bind_stored();
    uintptr_t address = (uintptr_t)at;
    if (is_cleared(writes, size)) {
        int is_member = writes && !atomic && last_from <= address && address + (uintptr_t)size <= last_to;
        if (is_member || !is_watched(address, size)) {
            look_for_violation(address, size);
            return;
        }
    }
    if (writes || size != copied_size)
        bmc_settle();
    copied_size = 0;
    look_for_violation(address, size);
    if (!is_watched(address, size))
        return;
    const struct history *history = own();
    bmc_stands_before(at, size, writes, atomic);
    if (writes && !atomic)
        read_before_write(address, size);
    int first = -1;
    for (int i = 0; i < history->count && first < 0; i++) {
        const struct entry *entry = &history->entries[i];
        if (!history->passed[i] && (entry->action == READS || entry->action == WRITES)
            && overlaps(entry, address, size) && (atomic || (entry->action == WRITES) == writes))
            first = i;
    }
    if (first >= 0 && writes && !atomic && size > history->entries[first].size) {
        keep_writes(first, address, size);
    } else if (first >= 0 && (writes || !is_ahead(first, address))) {
        const struct entry *entry = &history->entries[first];
        bmc_arrive(first);
        pass(first, address, size);
        if (entry->action == READS)
            keep_word(first);
        if (entry->pointee >= 0 && entry->action == READS && !atomic)
            bmc_bind(entry->pointee, (char *)*(void *const volatile *)at - entry->pointee_offset);
        if (entry->pointee >= 0 && entry->action == WRITES) {
            stored = entry;
            stored_at = (void *const volatile *)at;
        }
        if (atomic || size > entry->size)
            take_parts(first, address, size, atomic);
        /* It may be a later part that is wrong. */
        if (!atomic && size > entry->size)
            look_for_violation(address, size);
    } else if (first < 0 && !(is_again(writes) || (bmc_is_last() && bmc_self == bmc_goal.thread))) {
        if (has_more())
            bmc_strays(writes ? "writes to memory" : "reads from memory");
        bmc_arrive(BMC_NEVER);
    }
    bmc_stands_before(NULL, 0, 0, 0);
}
