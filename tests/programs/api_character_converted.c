// expect: safe

/* Every value of unsigned char is allowed, and EOF. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    unsigned char letter = __VERIFIER_nondet_char();
    assert(!isalpha(letter) || isupper(letter) || islower(letter));
    assert(isupper(letter) || tolower(letter) == letter);
    assert(islower(letter) || toupper(letter) == letter);
    assert(!isspace(EOF) && !isdigit(EOF) && tolower(EOF) == EOF);
    return 0;
}
