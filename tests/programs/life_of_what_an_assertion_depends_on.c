// expect: violated assert line=22
// min-rounds: 1

// What decides about the assertion was in a variable that is over by then.

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void fill(int *place) {
    *place = __VERIFIER_nondet_int();
}

int measured(void) {
    int inner;
    fill(&inner);
    return inner;
}

int main(void) {
    int value = measured();
    assert(value != 3);
    return 0;
}
