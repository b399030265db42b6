// expect: violated assert line=14
// rounds: 1   unwind: 4   min-rounds: 1

/* The same loop with one iteration more. */
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
