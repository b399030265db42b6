// expect: safe

/* The classes of ctype.h, for every character at once, against the ranges of ASCII. */
#include <assert.h>
#include <ctype.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar();
    int digit = c >= '0' && c <= '9', upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
    int visible = c >= 33 && c <= 126;
    assert(!isdigit(c) == !digit && !isupper(c) == !upper && !islower(c) == !lower);
    assert(!isalpha(c) == !(upper || lower) && !isalnum(c) == !(upper || lower || digit));
    assert(!isxdigit(c) == !(digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
    assert(!isgraph(c) == !visible && !isprint(c) == !(visible || c == ' '));
    assert(!ispunct(c) == !(visible && !(upper || lower || digit)));
    assert(!isblank(c) == !(c == ' ' || c == '\t'));
    assert(!isspace(c) == !(c == ' ' || (c >= 9 && c <= 13)));
    assert(!iscntrl(c) == !(c < 32 || c == 127));
    assert(tolower(c) == (upper ? c + 32 : c) && toupper(c) == (lower ? c - 32 : c));
    return 0;
}
