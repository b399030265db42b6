// expect: safe

/* Recursion whose depth is known needs no bound. */
#include <assert.h>

static unsigned factorial(unsigned n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

static int is_odd(int n);

static int is_even(int n) {
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(int n) {
    return n == 0 ? 0 : is_even(n - 1);
}

static int power_calls;

static int power(int base, int exponent) {
    power_calls++;
    if (exponent == 0)
        return 1;
    int half = power(base, exponent / 2);
    return exponent % 2 ? half * half * base : half * half;
}

int main(void) {
    assert(factorial(5) == 120);
    assert(factorial(13) == 1932053504u);
    assert(is_even(6) && !is_odd(6));
    assert(power(3, 5) == 243);
    assert(power_calls == 4);
    return 0;
}
