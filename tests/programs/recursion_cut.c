// expect: bounded
// rounds: 1   unwind: 2

/* The violation is deeper than the bound; the bound that hides it must be named. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int visits;

static void descend(unsigned depth) {
    visits++;
    assert(visits < 6);
    if (depth > 0)
        descend(depth - 1);
}

int main(void) {
    descend(__VERIFIER_nondet_uint());
    return 0;
}
