// expect: safe

/* Bit-precise integers with C's promotions and conversions; nothing here depends on a schedule. */
#include <assert.h>
#include <limits.h>

int main(void) {
    unsigned char byte = 255;
    signed char small = -1;
    short s = (short)40000;
    unsigned short us = 65535;
    unsigned u = 3000000000u;
    int i = -7;
    char plain = (char)200;

    assert(byte + 1 == 256);
    assert((unsigned char)(byte + 1) == 0);
    byte++;
    assert(byte == 0);
    assert(s == -25536);
    assert(us + 1 == 65536);
    assert((us << 1) == 131070);
    assert(plain < 0);
    assert(small == -1 && (unsigned char)small == 255);
    assert(!(small < 1u));
    assert((unsigned)small == UINT_MAX);
    assert(i / 2 == -3);
    assert(i % 2 == -1);
    assert(i >> 1 == -4);
    assert((unsigned)i >> 31 == 1);
    assert((int)u < 0);
    assert((long)u == 3000000000L);
    assert((long)(int)u == -1294967296L);
    assert(~0 == -1);
    assert(-INT_MAX - 1 == INT_MIN);
    assert(sizeof(byte + byte) == sizeof(int));
    assert(sizeof 'a' == sizeof(int));
    assert((1 ? -1 : 1u) > 0);
    assert(5u - 6u == UINT_MAX);
    assert(UINT_MAX + 1 == 0);
    assert(u * 2 == 1705032704u);
    return 0;
}
