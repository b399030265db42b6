// expect: safe

/* Only a comparison says what the number is: each call is of a function of its type, and of no other. */
#include <assert.h>
#include <stdint.h>

uintptr_t __VERIFIER_nondet_uintptr_t(void);

static int one(void) { return 1; }
static int next(int value) { return value + 1; }
static int sum(int left, int right) { return left + right; }
static double half(double value) { return value / 2; }

static int (*plain)(void) = one;
static double (*real)(double) = half;

int main(void)
{
    uintptr_t word = __VERIFIER_nondet_uintptr_t();
    if (word == (uintptr_t)next)
        assert(((int (*)(int))word)(4) == 5);
    else if (word == (uintptr_t)sum)
        assert(((int (*)(int, int))word)(4, 5) == 9);
    else if (word == (uintptr_t)one)
        assert(((int (*)(void))word)() == 1);
    else if (word == (uintptr_t)half)
        assert(((double (*)(double))word)(4) == 2);
    assert(plain() == 1 && real(2) == 1);
    return 0;
}
