// expect: violated assert line=11
// rounds: 1   min-rounds: 1

/* True for every number except the largest. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x + 1 > x);
    return 0;
}
