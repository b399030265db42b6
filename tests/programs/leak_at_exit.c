// expect: violated leak line=16
// rounds: 1   min-rounds: 1
// options: --check leak

/* exit() ends the program in an orderly way, abort() does not. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(1);
    int input = __VERIFIER_nondet_int();
    if (input == 1)
        abort();
    if (input == 2)
        exit(0);
    free(block);
    return 0;
}
