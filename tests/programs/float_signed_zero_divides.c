// expect: violated assert line=14
// rounds: 1   min-rounds: 1

/* Equal numbers whose reciprocals differ. */
#include <assert.h>

float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (x != y || x > 1 || x < -1)
        return 0;
    float one_by_x = 1 / x, one_by_y = 1 / y;
    assert(one_by_x == one_by_y);
    return 0;
}
