// expect: safe

/* NaN is not equal to anything, not even to itself, and it is true. */
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

int main(void) {
    double nan = __VERIFIER_nondet_double(), x = __VERIFIER_nondet_double();
    __VERIFIER_assume(nan != nan);
    assert(isnan(nan) && !isinf(nan) && !isfinite(nan) && !isnormal(nan));
    assert(!(nan == x) && !(nan < x) && !(nan > x) && !(nan <= x) && !(nan >= x) && nan != x);
    assert(isunordered(nan, x) && !isless(nan, x));
    assert(nan ? 1 : 0);
    assert(!nan == 0);
    assert(isnan(nan + x) && isnan(x - nan));
    assert(isnan(INFINITY - INFINITY) && isnan(0.0 / 0.0) && isnan(0 * INFINITY) && isnan(NAN));
    assert(isnan(sqrt(-1.0)) && !isnan(sqrt(-0.0)));
    assert(fmin(nan, 2) == 2 && fmax(1, nan) == 1);
    assert(fpclassify(nan) == FP_NAN);
    if (x < 1) {
    } else {
        assert(x >= 1 || isnan(x));
    }
    return 0;
}
