// expect: safe

/* Sums and products are rounded to the nearest number, ties to even. The values come from outside, so that the
   circuits compute them and not the compiler. */
#include <assert.h>

double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);

static double the(double value) {
    double symbol = __VERIFIER_nondet_double();
    __VERIFIER_assume(symbol == value);
    return symbol;
}

int main(void) {
    assert(the(0.1) + the(0.2) != 0.3);
    assert(the(0.1) + the(0.2) == 0.30000000000000004);
    assert(the(0.1) * 3 != the(0.3));
    assert(the(1) / 3 * 3 == 1);
    assert(the(1) / the(49) * 49 != 1);
    assert((the(1e16) + 1) - 1e16 == 0);
    assert((the(9007199254740992.0) + 1) == 9007199254740992.0);
    assert((the(9007199254740994.0) + 1) == 9007199254740996.0);
    assert(0.1f + 0.2f == 0.3f);
    assert((float)the(0.1) != 0.1);
    assert(0x1.8p1 == the(3) && 0x1.999999999999ap-4 == the(0.1));
    return 0;
}
