// expect: violated assert line=13
// rounds: 1   min-rounds: 1

/* The nearest double can be above the integer. */
#include <assert.h>

long long __VERIFIER_nondet_longlong(void);

int main(void) {
    long long number = __VERIFIER_nondet_longlong();
    if (number < 0 || number > 1ll << 62)
        return 0;
    assert((long long)(double)number <= number);
    return 0;
}
