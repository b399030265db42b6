// expect: safe

/* Beyond the largest number there is infinity; below the smallest normal one there are subnormal ones. */
#include <assert.h>
#include <float.h>
#include <math.h>

float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);

int main(void) {
    float large = __VERIFIER_nondet_float();
    __VERIFIER_assume(large == FLT_MAX);
    assert(isinf(large * 2) == 1 && isinf(-large - large) == -1 && large + 1 == large);
    assert((double)large * 2 < HUGE_VAL && (float)((double)large * 2) == INFINITY);
    assert(large * 2 - large * 2 != 0);
    float small = __VERIFIER_nondet_float();
    __VERIFIER_assume(small == FLT_MIN);
    assert(small / 2 > 0 && small / 2 * 2 == small && fpclassify(small / 2) == FP_SUBNORMAL);
    assert(!isnormal(small / 2) && isnormal(small));
    float least = small * FLT_EPSILON;
    assert(least == FLT_TRUE_MIN && least > 0 && least / 2 == 0 && least * 0.75f == least);
    assert(small - least < small && small - least > 0);
    assert(DBL_MAX * 2 == HUGE_VAL && DBL_MIN * DBL_MIN == 0 && 1e400 == HUGE_VAL);
    assert(1 / HUGE_VAL == 0 && 1.0 / 0.0 == HUGE_VAL && -1.0 / 0.0 == -HUGE_VAL);
    return 0;
}
