// expect: violated assert line=22
// rounds: 1   min-rounds: 1

/* __int128 keeps what 64 bits lose. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

unsigned __int128 product;
__int128 negative = -5;

int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong();
    unsigned __int128 wide = (unsigned __int128)a << 64 | a;
    assert((unsigned long)(wide >> 64) == a);
    assert((unsigned long)wide == a);
    product = (unsigned __int128)0xffffffffffffffffUL * 16;
    assert(product > 0xffffffffffffffffUL);
    negative = negative * 3 - 1;
    assert(negative == -16 && negative < 0);
    __uint128_t sum = wide + 1;
    assert(sum > wide);
    return 0;
}
