// expect: bounded

/* Behind __builtin_unreachable, __builtin_trap and a false __builtin_assume there is nothing. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        __builtin_unreachable();
    assert(x != 1);
    if (x == 2)
        __builtin_trap();
    assert(x != 2);
    __builtin_assume(x != 3);
    assert(x != 3);
    if (x == 4)
        __builtin_abort();
    assert(x != 4);
    return 0;
}
