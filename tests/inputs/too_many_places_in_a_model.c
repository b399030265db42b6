// The text may begin at any of more places than a search follows: the read inside the model is shown where the user calls it.
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);
char elements[100000];

int main(void) {
    unsigned index = __VERIFIER_nondet_uint();
    if (index >= 100000)
        return 0;
    return strlen(&elements[index]) > 3;
}
