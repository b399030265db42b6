// expect: violated assert line=9
// rounds: 1   min-rounds: 1

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    assert(__VERIFIER_nondet_int() == __VERIFIER_nondet_int());
    return 0;
}
