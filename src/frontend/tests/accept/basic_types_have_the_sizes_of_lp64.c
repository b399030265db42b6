// model: lp64
_Static_assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4, "");
_Static_assert(sizeof(long) == 8 && sizeof(long long) == 8 && sizeof(void *) == 8, "");
_Static_assert(sizeof(_Bool) == 1 && sizeof(float) == 4 && sizeof(double) == 8, "");
_Static_assert(sizeof(long double) == 16 && _Alignof(long double) == 16, "");
_Static_assert(_Alignof(long long) == 8 && _Alignof(double) == 8, "");
struct mixed { char c; long long l; short s; };
_Static_assert(sizeof(struct mixed) == 24, "");
_Static_assert(sizeof(sizeof 1) == 8, "");
_Static_assert(_Generic(sizeof 1, unsigned long: 1, default: 0), "");
_Static_assert(_Generic((char *)0 - (char *)0, long: 1, default: 0), "");
_Static_assert(_Generic(2147483648, long: 1, default: 0), "");
_Static_assert(_Generic(0x80000000, unsigned: 1, default: 0), "");
_Static_assert(_Generic(1u + 1l, long: 1, default: 0), "");
int main(void) { return 0; }
