// expect: violated assert line=26
// rounds: 1   min-rounds: 1

/* gcc's builtins on bits and bytes, and library functions under their names as builtins. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    assert(__builtin_bswap16(0x1234) == 0x3412);
    assert(__builtin_bswap32(0x12345678) == 0x78563412);
    assert(__builtin_bswap64(0x0102030405060708ULL) == 0x0807060504030201ULL);
    assert(__builtin_popcount(0xf0f0) == 8 && __builtin_parity(7) == 1);
    assert(__builtin_ctz(8) == 3 && __builtin_clz(1) == 31 && __builtin_clzll(1) == 63);
    assert(__builtin_clzl(1) == sizeof(long) * 8 - 1);
    assert(__builtin_ffs(0) == 0 && __builtin_ffs(-1) == 1 && __builtin_ffsll(1LL << 40) == 41);
    assert(__builtin_ctzl(16) == 4 && __builtin_ctzll(1ULL << 40) == 40 && __builtin_ffsl(4) == 3);
    assert(__builtin_popcountl(0x1ffL) == 9 && __builtin_popcountll(-1LL) == 64);
    assert(__builtin_parityl(0x10101L) == 1 && __builtin_parityll(1LL << 40 | 1) == 0);
    char copy[4];
    __builtin___memcpy_chk(copy, "abc", 4, __builtin_object_size(copy, 0));
    assert(__builtin_strlen(copy) == 3 && __builtin_abs(-2) == 2);
    unsigned x = __VERIFIER_nondet_uint();
    assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
    if (x != 0)
        assert(__builtin_ctz(x) < 31);
    return 0;
}
