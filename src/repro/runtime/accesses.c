/*
 * What gcc calls before every access to memory if it is told to instrument them (-fsanitize=thread), in place of
 * the library that belongs to that. Atomic operations are done here: only one thread runs at a time.
 */
#include "follow.h"
#include <string.h>

void __tsan_init(void) {}
void __tsan_func_entry(void *call) { (void)call; }
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **at, void *value) { (void)at, (void)value; }
void __tsan_vptr_read(void **at) { (void)at; }
void __tsan_read_range(void *at, long size) { bmc_access(at, size, 0, 0); }

/* gcc copies a large structure by a call of memcpy, which it has announced before. */
_Thread_local void *bmc_announced;
_Thread_local long bmc_announced_size;

void __tsan_write_range(void *at, long size)
{
    bmc_access(at, size, 1, 0);
    bmc_announced = at;
    bmc_announced_size = size;
}

void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }

#define ACCESS(size) \
    void __tsan_read##size(void *at) { bmc_access(at, size, 0, 0); } \
    void __tsan_write##size(void *at) { bmc_access(at, size, 1, 0); } \
    void __tsan_unaligned_read##size(void *at) { bmc_access(at, size, 0, 0); } \
    void __tsan_unaligned_write##size(void *at) { bmc_access(at, size, 1, 0); } \
    void __tsan_volatile_read##size(void *at) { bmc_access(at, size, 0, 0); } \
    void __tsan_volatile_write##size(void *at) { bmc_access(at, size, 1, 0); }

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

#define FETCH(bits, type, name, expression) \
    type __tsan_atomic##bits##_fetch_##name(volatile type *at, type value, int order) \
    { \
        (void)order; \
        bmc_access(at, bits / 8, 1, 1); \
        type old = *at; \
        *at = (type)(expression); \
        return old; \
    }

#define COMPARE(bits, type, strength) \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile type *at, type *expected, type value, int yes, int no) \
    { \
        (void)yes, (void)no; \
        bmc_access(at, bits / 8, 1, 1); \
        type old = *at; \
        if (old == *expected) { \
            *at = value; \
            return 1; \
        } \
        *expected = old; \
        return 0; \
    }

#define ATOMIC(bits, type) \
    type __tsan_atomic##bits##_load(const volatile type *at, int order) \
    { \
        (void)order; \
        bmc_access(at, bits / 8, 0, 0); \
        return *at; \
    } \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int order) \
    { \
        (void)order; \
        bmc_access(at, bits / 8, 1, 0); \
        *at = value; \
    } \
    type __tsan_atomic##bits##_exchange(volatile type *at, type value, int order) \
    { \
        (void)order; \
        bmc_access(at, bits / 8, 1, 1); \
        type old = *at; \
        *at = value; \
        return old; \
    } \
    FETCH(bits, type, add, old + value) \
    FETCH(bits, type, sub, old - value) \
    FETCH(bits, type, and, old & value) \
    FETCH(bits, type, or, old | value) \
    FETCH(bits, type, xor, old ^ value) \
    FETCH(bits, type, nand, ~(old & value)) \
    COMPARE(bits, type, strong) \
    COMPARE(bits, type, weak)

ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned int)
ATOMIC(64, unsigned long long)
