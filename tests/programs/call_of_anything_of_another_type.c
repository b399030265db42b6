// expect: violated pointer line=23
// min-rounds: 1

/* Of the functions that the number can be, one takes more than the call passes. */
#include <stdint.h>

uintptr_t __VERIFIER_nondet_uintptr_t(void);

static int result;
static int next(int value) { return value + 1; }
static int sum(int left, int right) { return left + right; }

int main(void)
{
    uintptr_t first = (uintptr_t)next, second = (uintptr_t)sum;
    uintptr_t word = __VERIFIER_nondet_uintptr_t();
    if (word != first && word != second)
        return 0;
    if (word == first)
        result = ((int (*)(int))word)(1);
    /* The sum is called with one number. */
    else
        result = ((int (*)(int))word)(1);
    return 0;
}
