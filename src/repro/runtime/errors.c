/*
 * Where an error shows: assertions, what verification tools call errors, and arithmetic and indices that gcc was told
 * to check.
 */
#include "follow.h"

static _Noreturn void fail(const char *what, int line)
{
    bmc_violated("assertion", line);
    if (bmc_is_only_goal)
        bmc_wait_for_ever();
    bmc_fails(what);
}

_Noreturn void bmc_library___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    (void)text, (void)file, (void)function;
    fail("another assertion fails", (int)line);
}

__attribute__((weak)) void reach_error(void) { fail("reach_error is called", 0); }
__attribute__((weak)) void __VERIFIER_error(void) { fail("__VERIFIER_error is called", 0); }
__attribute__((weak)) void __VERIFIER_assert(int condition)
{
    if (!condition)
        fail("__VERIFIER_assert fails", 0);
}
__attribute__((weak)) void __CPROVER_assert(_Bool condition, const char *text)
{
    (void)text;
    if (!condition)
        fail("__CPROVER_assert fails", 0);
}
__attribute__((weak)) void __ESBMC_assert(_Bool condition, const char *text)
{
    __CPROVER_assert(condition, text);
}
__attribute__((weak)) void assert(int condition) { __VERIFIER_assert(condition); }

/* What the specification of a library function demands of its caller. */
void __bmc_require(_Bool condition, const char *text)
{
    (void)text;
    if (!condition)
        bmc_violated("api", 0);
}

static void require(int condition)
{
    if (!condition)
        bmc_wait_for_ever();
}
void __bmc_assume(_Bool condition) { require(condition); }
void __bmc_limit(_Bool condition, const char *text) { (void)text, require(condition); }

/* The schedule has a thread wait only in its last state. */
void __bmc_wait(_Bool condition, void *object)
{
    (void)object;
    if (!condition)
        bmc_blocks();
}

void __bmc_hold(void *lock) { (void)lock; }
void __bmc_release(void *lock) { (void)lock; }

/* Nobody else runs inside a section, since no context ends there. */
void __bmc_atomic_begin(void) { bmc_enter_section(); }
void __bmc_atomic_end(void) { bmc_leave_section(); }

__attribute__((weak)) void __VERIFIER_assume(int condition) { require(condition); }
__attribute__((weak)) void __CPROVER_assume(_Bool condition) { require(condition); }
__attribute__((weak)) void assume_abort_if_not(int condition) { require(condition); }
__attribute__((weak)) void assume(int condition) { require(condition); }
__attribute__((weak)) void __ESBMC_assume(_Bool condition) { require(condition); }
__attribute__((weak)) void __builtin_assume(_Bool condition) { require(condition); }

__attribute__((weak)) void __VERIFIER_atomic_begin(void) { bmc_enter_section(); }
__attribute__((weak)) void __VERIFIER_atomic_end(void) { bmc_leave_section(); }
__attribute__((weak)) void __CPROVER_atomic_begin(void) { bmc_enter_section(); }
__attribute__((weak)) void __CPROVER_atomic_end(void) { bmc_leave_section(); }
__attribute__((weak)) void __ESBMC_atomic_begin(void) { bmc_enter_section(); }
__attribute__((weak)) void __ESBMC_atomic_end(void) { bmc_leave_section(); }
__attribute__((weak)) void __ESBMC_yield(void) {}
__attribute__((weak)) void __CPROVER_fence() {}
__attribute__((weak)) void __CPROVER_input() {}
__attribute__((weak)) void __CPROVER_output() {}

struct place {
    const char *file;
    unsigned line, column;
};

static void arithmetic(const struct place *place)
{
    bmc_violated("overflow", (int)place->line);
}

#define CHECKS(name) \
    void __ubsan_handle_##name(struct place *place) { arithmetic(place); }

CHECKS(add_overflow)
CHECKS(sub_overflow)
CHECKS(mul_overflow)
CHECKS(negate_overflow)
CHECKS(divrem_overflow)
CHECKS(shift_out_of_bounds)
CHECKS(float_cast_overflow)

void __ubsan_handle_out_of_bounds(struct place *place) { bmc_violated("pointer", (int)place->line); }
