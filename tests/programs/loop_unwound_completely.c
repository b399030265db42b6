// expect: safe
// rounds: 1   unwind: 4

/* The input is small enough for every iteration to fit in the bound, so nothing is left out. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    __VERIFIER_assume(n <= 3);
    for (unsigned i = 1; i <= n; i++)
        sum += i;
    assert(sum == n * (n + 1) / 2);
    return 0;
}
