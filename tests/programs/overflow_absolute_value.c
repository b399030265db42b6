// expect: violated overflow line=12
// min-rounds: 1
// options: --check overflow

/* The least number has no opposite; the mistake is the caller's, not the library's. */
#include <limits.h>
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long distance = labs(__VERIFIER_nondet_long());
    return distance < 0;
}
