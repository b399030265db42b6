#ifndef BMC_STDATOMIC_H
#define BMC_STDATOMIC_H

#include <stddef.h>
#include <stdint.h>

void __bmc_atomic_begin(void);
void __bmc_atomic_end(void);

typedef enum {
    memory_order_relaxed = __ATOMIC_RELAXED,
    memory_order_consume = __ATOMIC_CONSUME,
    memory_order_acquire = __ATOMIC_ACQUIRE,
    memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL,
    memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;

typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(__CHAR16_TYPE__) atomic_char16_t;
typedef _Atomic(__CHAR32_TYPE__) atomic_char32_t;
typedef _Atomic(__WCHAR_TYPE__) atomic_wchar_t;
typedef _Atomic(int_least8_t) atomic_int_least8_t;
typedef _Atomic(uint_least8_t) atomic_uint_least8_t;
typedef _Atomic(int_least16_t) atomic_int_least16_t;
typedef _Atomic(uint_least16_t) atomic_uint_least16_t;
typedef _Atomic(int_least32_t) atomic_int_least32_t;
typedef _Atomic(uint_least32_t) atomic_uint_least32_t;
typedef _Atomic(int_least64_t) atomic_int_least64_t;
typedef _Atomic(uint_least64_t) atomic_uint_least64_t;
typedef _Atomic(int_fast8_t) atomic_int_fast8_t;
typedef _Atomic(uint_fast8_t) atomic_uint_fast8_t;
typedef _Atomic(int_fast16_t) atomic_int_fast16_t;
typedef _Atomic(uint_fast16_t) atomic_uint_fast16_t;
typedef _Atomic(int_fast32_t) atomic_int_fast32_t;
typedef _Atomic(uint_fast32_t) atomic_uint_fast32_t;
typedef _Atomic(int_fast64_t) atomic_int_fast64_t;
typedef _Atomic(uint_fast64_t) atomic_uint_fast64_t;
typedef _Atomic(intptr_t) atomic_intptr_t;
typedef _Atomic(uintptr_t) atomic_uintptr_t;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(ptrdiff_t) atomic_ptrdiff_t;
typedef _Atomic(intmax_t) atomic_intmax_t;
typedef _Atomic(uintmax_t) atomic_uintmax_t;

typedef struct {
    _Atomic(_Bool) set;
} atomic_flag;

#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2

/*
 * Every operation is one atomic section around at most one read and one write; each argument is evaluated
 * once, before it. The section says in which memory order it is meant, if it succeeds and if it fails, which is
 * looked at and not evaluated: one that is no constant counts as memory_order_seq_cst.
 */

#define __BMC_LOAD(object, order)                            \
    ({                                                       \
        __typeof__(object) __bmc_object = (object);          \
        __bmc_atomic_begin_ordered(order, order);            \
        __typeof__(*__bmc_object) __bmc_old = *__bmc_object; \
        __bmc_atomic_end();                                  \
        __bmc_old;                                           \
    })

#define __BMC_STORE(object, value, order)                \
    ({                                                   \
        __typeof__(object) __bmc_object = (object);      \
        __typeof__(*__bmc_object) __bmc_value = (value); \
        __bmc_atomic_begin_ordered(order, order);        \
        *__bmc_object = __bmc_value;                     \
        __bmc_atomic_end();                              \
    })

#define __BMC_EXCHANGE(object, value, order)                 \
    ({                                                       \
        __typeof__(object) __bmc_object = (object);          \
        __typeof__(*__bmc_object) __bmc_value = (value);     \
        __bmc_atomic_begin_ordered(order, order);            \
        __typeof__(*__bmc_object) __bmc_old = *__bmc_object; \
        *__bmc_object = __bmc_value;                         \
        __bmc_atomic_end();                                  \
        __bmc_old;                                           \
    })

#define __BMC_COMPARE_EXCHANGE(object, expected, value, fails, success, failure) \
    ({                                                                           \
        __typeof__(object) __bmc_object = (object);                              \
        __typeof__(expected) __bmc_expected = (expected);                        \
        __typeof__(*__bmc_object) __bmc_value = (value);                         \
        __bmc_atomic_begin_ordered(success, failure);                            \
        __typeof__(*__bmc_object) __bmc_old = *__bmc_object;                     \
        _Bool __bmc_equal = __bmc_old == *__bmc_expected && !(fails);            \
        if (__bmc_equal)                                                         \
            *__bmc_object = __bmc_value;                                         \
        else                                                                     \
            *__bmc_expected = __bmc_old;                                         \
        __bmc_atomic_end();                                                      \
        __bmc_equal;                                                             \
    })

#define __BMC_FETCH(object, operator, operand, order)                     \
    ({                                                                    \
        __typeof__(object) __bmc_object = (object);                       \
        __typeof__(operand) __bmc_operand = (operand);                    \
        __bmc_atomic_begin_ordered(order, order);                         \
        __typeof__(*__bmc_object) __bmc_old = *__bmc_object;              \
        *__bmc_object = __bmc_wrapping(__bmc_old operator __bmc_operand); \
        __bmc_atomic_end();                                               \
        __bmc_old;                                                        \
    })

#define atomic_init(object, value) ((void)(*(object) = (value)))
#define atomic_is_lock_free(object) ((void)(object), (_Bool)1)
#define kill_dependency(value) (value)

#define atomic_thread_fence(order) \
    ((void)(order), __bmc_atomic_begin(), __bmc_thread_fence(order), __bmc_atomic_end())
#define atomic_signal_fence(order) __atomic_signal_fence(order)

#define atomic_load(object) __BMC_LOAD(object, __ATOMIC_SEQ_CST)
#define atomic_load_explicit(object, order) ((void)(order), __BMC_LOAD(object, order))
#define atomic_store(object, value) __BMC_STORE(object, value, __ATOMIC_SEQ_CST)
#define atomic_store_explicit(object, value, order) ((void)(order), __BMC_STORE(object, value, order))
#define atomic_exchange(object, value) __BMC_EXCHANGE(object, value, __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit(object, value, order) ((void)(order), __BMC_EXCHANGE(object, value, order))

/* The weak forms may fail though the values are equal. */
#define atomic_compare_exchange_strong(object, expected, value) \
    __BMC_COMPARE_EXCHANGE(object, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak(object, expected, value) \
    __BMC_COMPARE_EXCHANGE(object, expected, value, __bmc_fails_spuriously(), __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure) \
    ((void)(success), (void)(failure), __BMC_COMPARE_EXCHANGE(object, expected, value, 0, success, failure))
#define atomic_compare_exchange_weak_explicit(object, expected, value, success, failure) \
    ((void)(success), (void)(failure), \
     __BMC_COMPARE_EXCHANGE(object, expected, value, __bmc_fails_spuriously(), success, failure))

#define atomic_fetch_add(object, operand) __BMC_FETCH(object, +, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_add_explicit(object, operand, order) ((void)(order), __BMC_FETCH(object, +, operand, order))
#define atomic_fetch_sub(object, operand) __BMC_FETCH(object, -, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub_explicit(object, operand, order) ((void)(order), __BMC_FETCH(object, -, operand, order))
#define atomic_fetch_or(object, operand) __BMC_FETCH(object, |, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_or_explicit(object, operand, order) ((void)(order), __BMC_FETCH(object, |, operand, order))
#define atomic_fetch_xor(object, operand) __BMC_FETCH(object, ^, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor_explicit(object, operand, order) ((void)(order), __BMC_FETCH(object, ^, operand, order))
#define atomic_fetch_and(object, operand) __BMC_FETCH(object, &, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_and_explicit(object, operand, order) ((void)(order), __BMC_FETCH(object, &, operand, order))

#define atomic_flag_test_and_set(flag) __BMC_EXCHANGE(&(flag)->set, 1, __ATOMIC_SEQ_CST)
#define atomic_flag_test_and_set_explicit(flag, order) ((void)(order), __BMC_EXCHANGE(&(flag)->set, 1, order))
#define atomic_flag_clear(flag) __BMC_STORE(&(flag)->set, 0, __ATOMIC_SEQ_CST)
#define atomic_flag_clear_explicit(flag, order) ((void)(order), __BMC_STORE(&(flag)->set, 0, order))

#endif
