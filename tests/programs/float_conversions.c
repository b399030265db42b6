// expect: safe

/* To integers the fraction is dropped; from integers the nearest number is taken. */
#include <assert.h>

double __VERIFIER_nondet_double(void);
unsigned __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
void __VERIFIER_assume(int);

int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x > -2 && x < -1);
    assert((int)x == -1 && (long long)x == -1 && (signed char)x == -1);
    double y = __VERIFIER_nondet_double();
    __VERIFIER_assume(y > -1 && y < 1);
    assert((int)y == 0 && (unsigned)y == 0 && (unsigned long long)y == 0);
    assert((_Bool)0.25 == 1 && (_Bool)-0.0 == 0);
    unsigned u = __VERIFIER_nondet_uint();
    assert((unsigned)(double)u == u && (double)u >= 0);
    long long l = __VERIFIER_nondet_longlong();
    double d = l;
    assert((l < 0) == (d < 0));
    assert((float)4294967295u == 4294967296.0f);
    assert((double)18446744073709551615ull == 18446744073709551616.0);
    assert((unsigned long long)1e19 == 10000000000000000000ull);
    assert((float)(1ull << 40) == 0x1p40f && (unsigned char)200.9f == 200);
    int i = 7;
    i *= 0.5;
    assert(i == 3);
    i += 0.9;
    assert(i == 3);
    char c = 1.5 + 1;
    assert(c == 2);
    return 0;
}
