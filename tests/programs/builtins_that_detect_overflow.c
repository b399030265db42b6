// expect: safe
// data-models: both

/* Arithmetic that says whether the result fits, and stores what fits of it. */
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int result;
    signed char small;
    unsigned positive;
    long wide;
    long long widest;
    unsigned long long most;

    assert(!__builtin_add_overflow(1, 2, &result) && result == 3);
    assert(__builtin_add_overflow(INT_MAX, 1, &result) && result == INT_MIN);
    assert(!__builtin_add_overflow(INT_MAX, 1LL, &widest) && widest == 2147483648LL);
    assert(__builtin_sub_overflow(1, 2, &positive) && positive == UINT_MAX);
    assert(!__builtin_sub_overflow(1u, 2u, &result) && result == -1);
    assert(__builtin_mul_overflow(16, 8, &small) && small == -128);
    assert(!__builtin_mul_overflow(-16, 8, &small) && small == -128);
    assert(__builtin_mul_overflow(ULLONG_MAX, ULLONG_MAX, &most) && most == 1);
    assert(__builtin_mul_overflow(ULLONG_MAX, 1, &widest) && widest == -1);
    assert(__builtin_add_overflow_p(100, 100, (signed char)0) && !__builtin_add_overflow_p(100, 27, (signed char)0));
    assert(__builtin_mul_overflow_p(65536, 65536, 0) && __builtin_sub_overflow_p(0, 1, 0u));

    assert(__builtin_sadd_overflow(INT_MAX, 1, &result) && __builtin_ssub_overflow(INT_MIN, 1, &result));
    assert(result == INT_MAX && !__builtin_smul_overflow(-3, 4, &result) && result == -12);
    assert(__builtin_uadd_overflow(UINT_MAX, 1, &positive) && positive == 0);
    assert(__builtin_usub_overflow(0, 1, &positive) && __builtin_umul_overflow(65536, 65536, &positive));
    assert(__builtin_saddl_overflow(LONG_MAX, 1, &wide) && wide == LONG_MIN);
    assert(__builtin_smulll_overflow(LLONG_MAX, 2, &widest) && widest == -2);
    assert(__builtin_usubll_overflow(0, 1, &most) && most == ULLONG_MAX);

    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (__builtin_add_overflow(a, b, &result))
        assert(a < 0 ? b < 0 && result >= 0 : b > 0 && result < 0);
    else
        assert((long long)a + b == result);
    unsigned c = __VERIFIER_nondet_uint();
    assert(__builtin_sub_overflow(c, 5u, &positive) == (c < 5));
    return 0;
}
