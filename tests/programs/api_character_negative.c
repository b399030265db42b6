// expect: violated api line=12
// min-rounds: 1

/* A char may be negative, and is no character then. */
#include <ctype.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    char letter = __VERIFIER_nondet_char();
    return toupper(letter) == 'A';
}
