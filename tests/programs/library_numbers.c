// expect: safe
// unwind: 24
// data-models: both

/* Whole numbers of stdlib.h and inttypes.h, at the limits of their types. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    assert(abs(-7) == 7 && labs(-LONG_MAX) == LONG_MAX && llabs(-LLONG_MAX) == LLONG_MAX);
    assert(imaxabs(-5000000000LL) == 5000000000LL && imaxabs(2) == 2);
    div_t small = div(7, -2);
    assert(small.quot == -3 && small.rem == 1);
    ldiv_t middle = ldiv(-7L, 2L);
    assert(middle.quot == -3 && middle.rem == -1);
    lldiv_t large = lldiv(10000000001LL, 10LL);
    assert(large.quot == 1000000000LL && large.rem == 1);

    assert(atoi("-12") == -12 && atol(" +34x") == 34 && atoll("-5000000000") == -5000000000LL);

    char *end;
    errno = 0;
    assert(strtol("-2147483648", &end, 10) == -2147483647L - 1 && *end == 0 && errno == 0);
    assert(strtoul("0x1F", 0, 0) == 31 && strtoull("-1", 0, 10) == ULLONG_MAX && strtoll("-077", 0, 8) == -63);
    assert(strtoul("-2", 0, 10) == ULONG_MAX - 1 && errno == 0);
    /* Too large is too large on both sides of zero. */
    assert(strtoul("-99999999999999999999", 0, 10) == ULONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoull("99999999999999999999", 0, 10) == ULLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtol("-99999999999999999999", 0, 10) == LONG_MIN && errno == ERANGE);
    assert(strtoll("99999999999999999999", 0, 10) == LLONG_MAX);
    assert(strtol("none", &end, 10) == 0 && *end == 'n');
    return 0;
}
