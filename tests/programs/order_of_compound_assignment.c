// expect: violated assert line=17
// rounds: 1   min-rounds: 1

/* The old value of the left side may be read before the right side changes it. */
#include <assert.h>

int sum = 1;

static int reset(void) {
    sum = 10;
    return 5;
}

int main(void) {
    sum += reset();
    assert(sum == 6 || sum == 15);
    assert(sum == 15);
    return 0;
}
