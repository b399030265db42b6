// expect: safe
// options: --check overflow

#include <limits.h>
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long difference = __VERIFIER_nondet_long();
    if (difference == LONG_MIN)
        return 1;
    return labs(difference) < 0;
}
