// expect: violated assert line=18
// rounds: 1   unwind: 3   min-rounds: 1

// From before the loop into its middle, and from behind it back into the middle.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int top = 0, middle = 0, again = 0;
    if (__VERIFIER_nondet_int()) goto inside;
    while (__VERIFIER_nondet_int()) {
        top++;
        if (__VERIFIER_nondet_int()) continue;
    inside:
        middle++;
    }
    if (again++ == 0 && __VERIFIER_nondet_int()) goto inside;
    // In at the middle, out, in again, and once around by each way.
    assert(!(top == 2 && middle == 3));
    return 0;
}
