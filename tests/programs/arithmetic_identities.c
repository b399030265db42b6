// expect: safe

/* Laws that hold for all inputs of 16 bits or less. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    short s = __VERIFIER_nondet_short();
    _Bool flag = __VERIFIER_nondet_bool();

    assert((a ^ b) == (a | b) - (a & b));
    assert((a & ~b) + (a & b) == a);
    assert(a << 3 == a * 8);
    assert(b == 0 || a / b * b + a % b == a);
    assert(-(s) == ~s + 1);
    assert((s < 0 ? -s : s) >= 0);
    assert(flag == 0 || flag == 1);
    assert(!!a == (_Bool)a);
    return 0;
}
