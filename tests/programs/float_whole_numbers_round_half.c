// expect: violated assert line=14
// rounds: 1   min-rounds: 1

/* Adding a half and cutting off rounds upwards only for positive numbers. */
#include <assert.h>
#include <math.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x < -100 || x > 100 || x != x)
        return 0;
    assert(roundf(x) == (float)(int)(x + 0.5f));
    return 0;
}
