// expect: violated assert line=13
// rounds: 1   min-rounds: 1

/* Doubling and halving is not the identity for large numbers. */
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x > 1.0f) || x > 3e38f)
        return 0;
    assert(x * 2 / 2 == x);
    return 0;
}
