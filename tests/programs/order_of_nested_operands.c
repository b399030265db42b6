// expect: violated assert line=17
// rounds: 1   min-rounds: 1

/* Only where the outer operator goes from left to right and the inner one from right to left. */
#include <assert.h>

int digits;

static int digit(int value) {
    digits = 10 * digits + value;
    return 0;
}

int main(void) {
    int zero = digit(1) + (digit(2) + digit(3));
    assert(zero == 0);
    assert(digits != 132);
    return 0;
}
