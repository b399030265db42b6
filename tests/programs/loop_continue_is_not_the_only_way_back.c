// expect: violated assert line=14
// rounds: 1   unwind: 2   min-rounds: 1

// The violation takes two iterations through the rest of the body, beside those that end in `continue`.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int skipped = 0, taken = 0;
    while (1) {
        if (__VERIFIER_nondet_int()) {
            skipped++;
            continue;
        }
        assert(++taken < 2);
    }
}
