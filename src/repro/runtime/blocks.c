/*
 * Memory: blocks, variables at their declarations, and copies of memory in the steps of the schedule.
 *
 * Blocks are given back only to become another block, where the schedule says so: otherwise what happens to them
 * afterwards stays visible.
 */
#include "follow.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ZEROED 1
#define INTERNAL 2

struct block {
    unsigned char *start;
    size_t size;
    int is_alive, is_internal;
    struct block *next;
};
static struct block *blocks;

/* Room behind the block keeps an access out of bounds from ending the program too early. */
#define ROOM 64

static void fill(const struct entry *entry, unsigned char *at, size_t size)
{
    size_t known = (size_t)entry->contents_size < size ? (size_t)entry->contents_size : size;
    memcpy(at, entry->contents, known);
}

static struct block *find_block(const void *start)
{
    for (struct block *block = blocks; block; block = block->next)
        if (block->start == start)
            return block;
    return NULL;
}

void *__bmc_allocate(size_t size, int contents)
{
    int index = bmc_self < 0 ? -1 : bmc_find(ALLOCATES, NULL, -1);
    const struct entry *entry = index < 0 ? NULL : bmc_do(index);
    struct block *block = entry == NULL || entry->object < 0 ? NULL : find_block(bmc_bases[entry->object]);
    if (block != NULL && !block->is_alive && block->size == size) {
        /* Where a freed one was. */
        block->is_alive = 1;
        if (contents == ZEROED)
            memset(block->start, 0, size);
        return block->start;
    }
    block = calloc(1, sizeof *block);
    *block = (struct block){ calloc(1, size + ROOM), size, 1, contents == INTERNAL, blocks };
    if (block->start == NULL)
        bmc_give_up("there is no memory");
    blocks = block;
    if (entry != NULL) {
        bmc_bind(entry->object, block->start);
        if (contents != ZEROED && entry->contents_size > 0)
            fill(entry, block->start, size);
    }
    return block->start;
}

size_t __bmc_block_size(void *start)
{
    struct block *block = find_block(start);
    return block ? block->size : 0;
}

void __bmc_free(void *start)
{
    if (start == NULL || bmc_self < 0)
        return;
    struct block *block = find_block(start);
    bmc_settle();
    bmc_stands_before(start, block ? (long long)block->size : 1, 1, 0);
    int index = bmc_find(FREES, NULL, -1);
    if (index < 0)
        bmc_reaches("free");
    if (block == NULL || !block->is_alive) {
        bmc_violated("free", 0);
        bmc_give_up("what is freed is no block, or was freed before");
    }
    bmc_do(index);
    block->is_alive = 0;
}

void __bmc_check_leaks(void)
{
    bmc_reaches("leak");
    for (struct block *block = blocks; block; block = block->next)
        if (block->is_alive && !block->is_internal)
            bmc_violated("leak", 0);
}

int bmc_is_static(const void *object)
{
    for (const struct block *block = blocks; block; block = block->next)
        if (block->start <= (const unsigned char *)object && (const unsigned char *)object < block->start + block->size)
            return 0;
    extern char __executable_start, end;
    return (const char *)object >= &__executable_start && (const char *)object < &end;
}

/* Variables. */

void *bmc_declared(int site, const volatile void *address, unsigned long size, int is_filled)
{
    int index = bmc_self < 0 ? -1 : bmc_find(DECLARES, NULL, site);
    if (index >= 0) {
        const struct entry *entry = bmc_pass(index);
        bmc_bind(entry->object, (void *)address);
        if (is_filled && entry->contents_size > 0)
            fill(entry, (unsigned char *)address, size);
    }
    return (void *)address;
}

/* A variable that others use stays until the schedule has the thread leave the scope. What the thread does before
   that in the schedule may come later here: for the schedule the scope is all of the function. */
static void leave_scope(int object)
{
    const struct history *history = &bmc_histories[bmc_self];
    int next = history->count;
    while (next > 0 && (!history->passed[next - 1] || history->entries[next - 1].action == LEAVES))
        next--;
    for (; next < history->count && history->entries[next].action == LEAVES; next++)
        if (!history->passed[next] && history->entries[next].object == object) {
            bmc_arrive_unseen(next);
            bmc_pass(next);
        }
}

void bmc_gone(void *place)
{
    void *address = *(void **)place;
    if (bmc_self >= 0)
        bmc_settle();
    for (int i = 0; i < bmc_object_count; i++) {
        if (bmc_bases[i] != address || bmc_is_over[i])
            continue;
        if (bmc_self >= 0)
            leave_scope(i);
        bmc_is_over[i] = 1;
    }
}

void __bmc_require(_Bool condition, const char *text);
int bmc_answer(const char *question);

/* Copies. A step is as large as the entry that begins there. */

extern _Thread_local void *bmc_announced;
extern _Thread_local long bmc_announced_size;

/* A variable with an initialiser may have been announced and not copied. */
static int is_announced(const void *to, size_t size)
{
    int is = bmc_announced == to && bmc_announced_size == (long)size;
    bmc_announced = NULL;
    return is;
}

static long long step(const void *at, long long most)
{
    const struct history *history = &bmc_histories[bmc_self];
    for (int i = 0; i < history->count; i++) {
        const struct entry *entry = &history->entries[i];
        if (!history->passed[i] && (entry->action == READS || entry->action == WRITES) && entry->object >= 0
            && bmc_bases[entry->object] != NULL
            && (uintptr_t)bmc_bases[entry->object] + (uintptr_t)entry->offset == (uintptr_t)at)
            return entry->size < most ? entry->size : most;
    }
    return 0;
}

static size_t step_of_both(const void *to, const void *from, size_t left)
{
    if (bmc_self < 0)
        return left;
    long long size = step(to, (long long)left);
    if (size == 0 && from != NULL)
        size = step(from, (long long)left);
    return size == 0 ? 1 : (size_t)size;
}

void *__bmc_copy_bytes(void *to, const void *from, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t done = 0, part; done < size; done += part) {
        part = step_of_both(target + done, source + done, size - done);
        bmc_access(source + done, (long long)part, 0, 0);
        bmc_access(target + done, (long long)part, 1, 0);
        memcpy(target + done, source + done, part);
    }
    return to;
}

void __bmc_require_apart(const void *to, const void *from, size_t size)
{
    uintptr_t behind = (uintptr_t)to - (uintptr_t)from;
    uintptr_t before = (uintptr_t)from - (uintptr_t)to;
    if (bmc_answer("checks api"))
        __bmc_require((behind >= size && before >= size) || size > SIZE_MAX / 2, "");
}

void *bmc_library_memcpy(void *to, const void *from, size_t size)
{
    bmc_caller = __builtin_return_address(0);
    if (is_announced(to, size))
        return memcpy(to, from, size);
    __bmc_require_apart(to, from, size);
    return __bmc_copy_bytes(to, from, size);
}

void *bmc_library_memmove(void *to, const void *from, size_t size)
{
    bmc_caller = __builtin_return_address(0);
    if ((uintptr_t)to <= (uintptr_t)from || (uintptr_t)to >= (uintptr_t)from + size)
        return __bmc_copy_bytes(to, from, size);
    bmc_access(from, (long long)size, 0, 0);
    bmc_access(to, (long long)size, 1, 0);
    return memmove(to, from, size);
}

void *bmc_library_memset(void *to, int byte, size_t size)
{
    bmc_caller = __builtin_return_address(0);
    if (is_announced(to, size))
        return memset(to, byte, size);
    unsigned char *target = to;
    for (size_t done = 0, part; done < size; done += part) {
        part = step_of_both(target + done, NULL, size - done);
        bmc_access(target + done, (long long)part, 1, 0);
        memset(target + done, byte, part);
    }
    return to;
}

int bmc_library_memcmp(const void *left, const void *right, size_t size)
{
    bmc_caller = __builtin_return_address(0);
    const unsigned char *one = left, *other = right;
    for (size_t done = 0, part; done < size; done += part) {
        part = step_of_both(one + done, other + done, size - done);
        bmc_access(one + done, (long long)part, 0, 0);
        bmc_access(other + done, (long long)part, 0, 0);
        int difference = memcmp(one + done, other + done, part);
        if (difference != 0)
            return difference;
    }
    return 0;
}
