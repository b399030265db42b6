// expect: violated pointer line=13
// rounds: 1   min-rounds: 1
// data-models: both

/* The index times the size of an element is 4, if only so many bits are looked at as an address has. */
#include <limits.h>

int a[4];
extern long __VERIFIER_nondet_long(void);

int main(void) {
    long i = __VERIFIER_nondet_long();
    return i > LONG_MAX / 2 && i < LONG_MAX / 2 + 5 ? a[i] : 0;
}
