// expect: violated assert line=14
// rounds: 1   unwind: 4   min-rounds: 1

// Three ways back to the same place.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 0, b = 0, c = 0;
again:
    switch (__VERIFIER_nondet_int()) {
    case 0: a++; goto again;
    case 1: b++; goto again;
    case 2: c++; goto again;
    default: assert(!(a == 1 && b == 1 && c == 1));
    }
    return 0;
}
