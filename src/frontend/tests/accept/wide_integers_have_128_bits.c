// model: lp64
unsigned __int128 a;
__int128 b = -1;
__int128_t c;
const __uint128_t d = 1;
__float128 unused;
signed __int128 e;
__int128 unsigned f;

_Static_assert(sizeof(a) == 16 && sizeof(b) == 16 && _Alignof(__int128) == 16, "");
_Static_assert((__int128)-1 < 0 && (unsigned __int128)-1 > 0, "");
_Static_assert((unsigned long)(((unsigned __int128)1 << 100) >> 98) == 4, "");
_Static_assert(sizeof(b + 1ul) == 16, "");
_Static_assert((unsigned __int128)-1 / 2 == (unsigned __int128)(((unsigned __int128)1 << 127) - 1), "");
_Static_assert(__builtin_types_compatible_p(unsigned __int128, __uint128_t), "");

int main(void) {
    a = (unsigned __int128)1 << 100;
    b += 2;
    return (int)(a >> 100) + (int)b;
}
