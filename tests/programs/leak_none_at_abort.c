// expect: safe
// options: --check leak

/* abort() ends the program as it is; nobody expects it to clean up. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(1);
    if (__VERIFIER_nondet_int() == 1)
        abort();
    free(block);
    return 0;
}
