/* A loop that runs as often as an input says, and a claim that does not hold for the input 0. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

unsigned int done;

int main(void) {
    unsigned int count = __VERIFIER_nondet_uint();
    while (done < count)
        done++;
#ifdef POSITIVE
    assert(done > 0);
#endif
    return 0;
}
