/*
 * What gcc calls before every access to memory if it is told to instrument them (-fsanitize=thread), in place of
 * the library that belongs to that. Atomic operations are done here: only one thread runs at a time.
 */
#include "follow.h"
#include <string.h>

_Thread_local const void *bmc_caller;
#define CALLED (bmc_caller = __builtin_return_address(0))

void __tsan_init(void) {}
void __tsan_func_entry(void *call) { (void)call; }
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **at, void *value) { (void)at, (void)value; }
void __tsan_vptr_read(void **at) { (void)at; }
void __tsan_read_range(void *at, long size) { CALLED, bmc_access(at, size, 0, 0); }

/* gcc copies a large structure by a call of memcpy, which it has announced before. */
_Thread_local void *bmc_announced;
_Thread_local long bmc_announced_size;

void __tsan_write_range(void *at, long size)
{
    CALLED;
    bmc_access(at, size, 1, 0);
    bmc_announced = at;
    bmc_announced_size = size;
}

void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }

#define ACCESS(size) \
    void __tsan_read##size(void *at) { CALLED, bmc_access(at, size, 0, 0); } \
    void __tsan_write##size(void *at) { CALLED, bmc_access(at, size, 1, 0); } \
    void __tsan_unaligned_read##size(void *at) { CALLED, bmc_access(at, size, 0, 0); } \
    void __tsan_unaligned_write##size(void *at) { CALLED, bmc_access(at, size, 1, 0); } \
    void __tsan_volatile_read##size(void *at) { CALLED, bmc_access(at, size, 0, 0); } \
    void __tsan_volatile_write##size(void *at) { CALLED, bmc_access(at, size, 1, 0); }

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

#define FETCH(bits, type, name, expression) \
    type __tsan_atomic##bits##_fetch_##name(volatile type *at, type value, int order) \
    { \
        (void)order, CALLED; \
        bmc_access(at, bits / 8, 1, 1); \
        type old = *at; \
        *at = (type)(expression); \
        return old; \
    }

#define COMPARE(bits, type, strength) \
    int __tsan_atomic##bits##_compare_exchange_##strength(volatile type *at, type *expected, type value, int yes, int no) \
    { \
        (void)yes, (void)no, CALLED; \
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
        (void)order, CALLED; \
        bmc_access(at, bits / 8, 0, 0); \
        return *at; \
    } \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int order) \
    { \
        (void)order, CALLED; \
        bmc_access(at, bits / 8, 1, 0); \
        *at = value; \
    } \
    type __tsan_atomic##bits##_exchange(volatile type *at, type value, int order) \
    { \
        (void)order, CALLED; \
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
#ifdef __SIZEOF_INT128__
ATOMIC(128, unsigned __int128)
#endif

/* What gcc has in a library of its own, for objects that are larger than that. */

void bmc_atomic_load(size_t size, const void *at, void *to, int order) __asm__("__atomic_load");
void bmc_atomic_load(size_t size, const void *at, void *to, int order)
{
    (void)order, CALLED;
    bmc_access(at, (long long)size, 0, 0);
    memcpy(to, at, size);
}

void bmc_atomic_store(size_t size, void *at, const void *from, int order) __asm__("__atomic_store");
void bmc_atomic_store(size_t size, void *at, const void *from, int order)
{
    (void)order, CALLED;
    bmc_access(at, (long long)size, 1, 0);
    memcpy(at, from, size);
}

void bmc_atomic_exchange(size_t size, void *at, const void *from, void *to, int order) __asm__("__atomic_exchange");
void bmc_atomic_exchange(size_t size, void *at, const void *from, void *to, int order)
{
    (void)order, CALLED;
    bmc_access(at, (long long)size, 1, 1);
    memmove(to, at, size);
    memmove(at, from, size);
}

int bmc_atomic_compare(size_t size, void *at, void *expected, const void *from, int yes, int no)
    __asm__("__atomic_compare_exchange");
int bmc_atomic_compare(size_t size, void *at, void *expected, const void *from, int yes, int no)
{
    (void)yes, (void)no, CALLED;
    bmc_access(at, (long long)size, 1, 1);
    if (memcmp(at, expected, size) == 0) {
        memcpy(at, from, size);
        return 1;
    }
    memcpy(expected, at, size);
    return 0;
}

/* Exceptions of an atomic operator on floats: nobody asks for them. */
void __atomic_feraiseexcept(int exceptions) { (void)exceptions; }
