// expect: safe

/* The functions of math.h that round to whole numbers. */
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

static double the(double value) {
    double symbol = __VERIFIER_nondet_double();
    __VERIFIER_assume(symbol == value);
    return symbol;
}

int main(void) {
    assert(floor(the(1.5)) == 1 && floor(the(-1.5)) == -2 && floor(the(-0.25)) == -1 && floor(the(7)) == 7);
    assert(ceil(the(1.5)) == 2 && ceil(the(-1.5)) == -1 && signbit(ceil(the(-0.25))));
    assert(trunc(the(1.75)) == 1 && trunc(the(-1.75)) == -1 && trunc(the(1e300)) == 1e300);
    assert(round(the(2.5)) == 3 && round(the(-2.5)) == -3 && round(the(0.49999999999999994)) == 0);
    assert(rint(the(2.5)) == 2 && rint(the(3.5)) == 4 && rint(the(-0.5)) == 0 && signbit(rint(the(-0.5))));
    assert(lround(the(-0.5)) == -1 && llrint(the(1e15 + 0.5)) == 1000000000000000);
    assert(floorf(1.5f) == 1 && isnan(floor(NAN)) && ceil(INFINITY) == INFINITY);
    double whole;
    assert(modf(the(-3.25), &whole) == -0.25 && whole == -3);
    assert(sqrt(the(2.25)) == 1.5 && sqrt(the(2)) * sqrt(the(2)) != 2 && sqrtf(16) == 4);
    assert(fmin(the(1), 2) == 1 && fmax(the(1), 2) == 2 && fdim(5, the(3)) == 2 && fdim(3, the(5)) == 0);
    return 0;
}
