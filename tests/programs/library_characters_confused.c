// expect: violated assert line=15
// rounds: 1   min-rounds: 1

/* Not everything that isgraph accepts is a letter, a digit or an underscore: ispunct has more. */
#include <assert.h>
#include <ctype.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar();
    if (!isgraph(c))
        return 0;
    assert(isprint(c) && !isblank(c) && !iscntrl(c));
    assert(isalnum(c) || c == '_');
    return 0;
}
