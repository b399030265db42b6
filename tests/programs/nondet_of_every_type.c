// expect: safe

/* Also without declarations, which the suites often leave out; assume_abort_if_not is the program's own. */
#include <assert.h>
#include <stdlib.h>

void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

int main(void)
{
    unsigned char small = __VERIFIER_nondet_uchar();
    assert(small <= 255);
    char letter = __VERIFIER_nondet_char();
    assert(letter >= -128 && letter <= 127);
    short half = __VERIFIER_nondet_short();
    unsigned short word = __VERIFIER_nondet_ushort();
    assert(half <= 32767 && word <= 65535);
    unsigned int number = __VERIFIER_nondet_uint();
    unsigned long wide = __VERIFIER_nondet_ulong();
    long long widest = __VERIFIER_nondet_longlong();
    unsigned long long bits = __VERIFIER_nondet_ulonglong();
    _Bool truth = __VERIFIER_nondet_bool();
    assert(truth == 0 || truth == 1);
    assume_abort_if_not(number < 10 && wide < 10 && widest == -1 && bits == 3);
    assert(number + wide < 20 && widest + bits == 2);
    int index = __VERIFIER_nondet_int();
    long distance = __VERIFIER_nondet_long();
    size_t size = __VERIFIER_nondet_size_t();
    assume_abort_if_not(index == 1 && distance == -2 && size == 3);
    __VERIFIER_assert(index + distance + (long)size == 2);
    return 0;
}
