/*
 * gcc's builtins on bits, and the functions for the order of bytes. x86 is little-endian. What gcc leaves
 * undefined for zero is an arbitrary value here.
 */

int __VERIFIER_nondet_int(void);

unsigned short __builtin_bswap16(unsigned short x)
{
    return x << 8 | x >> 8;
}

unsigned int __builtin_bswap32(unsigned int x)
{
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned long long __builtin_bswap64(unsigned long long x)
{
    x = (x & 0x00000000ffffffffULL) << 32 | x >> 32;
    x = (x & 0x0000ffff0000ffffULL) << 16 | (x >> 16 & 0x0000ffff0000ffffULL);
    return (x & 0x00ff00ff00ff00ffULL) << 8 | (x >> 8 & 0x00ff00ff00ff00ffULL);
}

static int count(unsigned long long x)
{
    x = x - (x >> 1 & 0x5555555555555555ULL);
    x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
    x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0fULL;
    return x * 0x0101010101010101ULL >> 56;
}

static int trailing(unsigned long long x)
{
    return x ? count((x & -x) - 1) : __VERIFIER_nondet_int();
}

static int leading(unsigned long long x, int width)
{
    if (!x)
        return __VERIFIER_nondet_int();
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    x |= x >> 32;
    return width - count(x);
}

int __builtin_popcount(unsigned int x)
{
    return count(x);
}

int __builtin_popcountl(unsigned long x)
{
    return count(x);
}

int __builtin_popcountll(unsigned long long x)
{
    return count(x);
}

int __builtin_parity(unsigned int x)
{
    return count(x) & 1;
}

int __builtin_parityl(unsigned long x)
{
    return count(x) & 1;
}

int __builtin_parityll(unsigned long long x)
{
    return count(x) & 1;
}

int __builtin_ctz(unsigned int x)
{
    return trailing(x);
}

int __builtin_ctzl(unsigned long x)
{
    return trailing(x);
}

int __builtin_ctzll(unsigned long long x)
{
    return trailing(x);
}

int __builtin_clz(unsigned int x)
{
    return leading(x, 32);
}

int __builtin_clzl(unsigned long x)
{
    return leading(x, sizeof(long) * 8);
}

int __builtin_clzll(unsigned long long x)
{
    return leading(x, 64);
}

int __builtin_ffs(int x)
{
    return x ? trailing((unsigned int)x) + 1 : 0;
}

int __builtin_ffsl(long x)
{
    return x ? trailing((unsigned long)x) + 1 : 0;
}

int __builtin_ffsll(long long x)
{
    return x ? trailing(x) + 1 : 0;
}

unsigned short htons(unsigned short x)
{
    return __builtin_bswap16(x);
}

unsigned short ntohs(unsigned short x)
{
    return __builtin_bswap16(x);
}

unsigned int htonl(unsigned int x)
{
    return __builtin_bswap32(x);
}

unsigned int ntohl(unsigned int x)
{
    return __builtin_bswap32(x);
}
