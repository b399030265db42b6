// expect: safe

/* A float has 24 bits, a double 53; an expression of floats is computed in float. */
#include <assert.h>

float __VERIFIER_nondet_float(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    float single = 16777216;
    single++;
    assert(single == 16777216);
    double wide = 16777216;
    wide++;
    assert(wide == 16777217);
    int number = __VERIFIER_nondet_int();
    assert((int)(double)number == number);
    __VERIFIER_assume(-16777216 <= number && number <= 16777216);
    assert((int)(float)number == number);
    float any = __VERIFIER_nondet_float();
    assert(any != any || (float)(double)any == any);
    assert(sizeof(any + 1) == 4 && sizeof(any + 1.0) == 8 && sizeof(any + 1L) == 4);
    return 0;
}
