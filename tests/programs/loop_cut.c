// expect: bounded
// rounds: 1   unwind: 3

/* Needs four iterations; three are not enough to see it. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned count = 0;
    while (count < n) {
        count++;
        assert(count < 4);
    }
    return 0;
}
