// model: ilp32
_Static_assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4, "");
_Static_assert(sizeof(long) == 4 && sizeof(long long) == 8 && sizeof(void *) == 4, "");
_Static_assert(sizeof(long double) == 12, "");
struct mixed { char c; long long l; short s; };
_Static_assert(sizeof(struct mixed) == 16, "");
_Static_assert(__builtin_offsetof(struct mixed, l) == 4, "");
_Static_assert(_Generic(sizeof 1, unsigned: 1, default: 0), "");
_Static_assert(_Generic(2147483648, long long: 1, default: 0), "");
_Static_assert(_Generic(1u + 1l, unsigned long: 1, default: 0), "");
_Static_assert(-1l > 1u, "");
int main(void) { return 0; }
