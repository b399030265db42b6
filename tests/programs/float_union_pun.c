// expect: violated assert line=19
// rounds: 1   min-rounds: 1

/* Comparing the bits as integers is wrong for negative numbers. */
#include <assert.h>

union word {
    float number;
    int bits;
};

float __VERIFIER_nondet_float(void);

int main(void) {
    union word left, right;
    left.number = __VERIFIER_nondet_float();
    right.number = __VERIFIER_nondet_float();
    if (left.number < right.number)
        assert(left.bits < right.bits);
    return 0;
}
