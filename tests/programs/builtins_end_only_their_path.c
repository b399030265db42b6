// expect: violated assert line=15
// rounds: 1   min-rounds: 1

/* What is not ruled out by a builtin stays possible. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        __builtin_unreachable();
    if (__builtin_expect(x == 2, 0))
        __builtin_assume(x > 0);
    assert(x != 2);
    return 0;
}
