// expect: safe

/* Both zeros are equal, and still differ. */
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);

int main(void) {
    float zero = __VERIFIER_nondet_float();
    __VERIFIER_assume(zero == 0 && signbit(zero));
    assert(zero == 0.0f && !zero && -zero == zero);
    assert(1 / zero == -INFINITY && 1 / -zero == INFINITY);
    assert(!signbit(zero + 0.0f) && signbit(zero + zero) && signbit(zero * 3) && !signbit(zero * zero));
    assert(!signbit(1.0f - 1.0f));
    assert(copysignf(2, zero) == -2 && fabsf(zero) == 0 && !signbit(fabsf(zero)));
    return 0;
}
