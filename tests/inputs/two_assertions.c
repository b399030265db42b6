#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int harmless(void) {
    assert(1 + 1 == 2);
    return 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x == x);
    assert(x != 3);
    return 0;
}
