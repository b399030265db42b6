// expect: safe

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 < a && a < 1000);
    __VERIFIER_assume(b == a * 3);
    assert(b - a == 2 * a);
    assert(b % 3 == 0);
    if (a > 500)
        __VERIFIER_assume(0);
    assert(b <= 1500);
    return 0;
}
