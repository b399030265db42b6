// expect: violated assert line=14
// rounds: 1   min-rounds: 1

/* "Not below" is "above or equal" only for numbers. */
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    int below = x < 1.0f;
    if (below)
        return 0;
    assert(x >= 1.0f);
    return 0;
}
