// expect: violated assert line=18
// rounds: 1   unwind: 2   min-rounds: 1

// The inner loop begins anew in every iteration of the outer one, whichever way that came about.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int inner = 0, early = 0, late = 0;
outer:
    while (__VERIFIER_nondet_int()) {
        while (__VERIFIER_nondet_int()) {
            inner++;
            if (__VERIFIER_nondet_int()) {
                early++;
                goto outer;
            }
        }
        assert(!(inner == 3 && early == 1));
        late++;
    }
    return 0;
}
