// expect: safe

/* Integers meet floats in the floating-point type, unsigned ones without their sign being lost. */
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static float half(float x) { return x / 2; }
static int as_int(double x) { return x; }

int main(void) {
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i == 7);
    assert(i / 2 == 3 && i / 2.0 == 3.5 && i / 2 * 2.0 == 6);
    unsigned u = -1;
    assert(u + 0.0 == 4294967295.0 && -1 + 0.0 == -1);
    assert(1u - 2 > 0 && 1u - 2.0 < 0);
    assert(half(i) == 3.5f && as_int(i * 1.5) == 10);
    assert((i > 3 ? i : 0.5) == 7 && (i < 3 ? i : 0.5) == 0.5);
    double d = i;
    assert(d++ == 7 && d == 8 && --d == 7 && d-- == 7);
    d -= i;
    assert(!(d + 1) && -d == 1);
    assert('a' * 0.5 == 48.5 && (short)-3 * 0.5f == -1.5f);
    int truth = d && 0.0;
    assert(!truth && (d || 0.0) && !0.0 && !!0.1);
    while (d < 2.5)
        d += 1.25;
    assert(d == 2.75);
    return 0;
}
