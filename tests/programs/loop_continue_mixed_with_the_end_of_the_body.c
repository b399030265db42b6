// expect: violated assert line=15
// rounds: 1   unwind: 3   min-rounds: 1

// One iteration of each kind, in any order, within three.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 0, b = 0, c = 0;
    do {
        switch (__VERIFIER_nondet_int()) {
        case 0: a++; continue;
        case 1: b++; break;
        default: c++;
        }
        assert(!(a == 1 && b == 1 && c == 1));
    } while (1);
}
