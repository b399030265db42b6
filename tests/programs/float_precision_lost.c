// expect: violated assert line=12
// rounds: 1   min-rounds: 1

/* Not every int is a float. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    float single = number;
    assert((long long)single == number);
    return 0;
}
