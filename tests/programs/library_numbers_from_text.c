// expect: safe
// data-models: both

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    assert(atoi("  -42x") == -42);
    assert(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
    assert(strtol("077", 0, 0) == 63 && strtol("077", 0, 10) == 77);
    assert(strtol("nothing", &end, 10) == 0 && *end == 'n');
    assert(errno == 0);
    assert(strtol("98765432109876543210", 0, 10) == LONG_MAX && errno == ERANGE);
    assert(strtol("-98765432109876543210", 0, 10) == LONG_MIN);
    assert(strtoul("ffffffff", 0, 16) == 0xffffffffUL);
    assert(strtoull("18446744073709551615", 0, 10) == ULLONG_MAX);
    assert(strtoll("-7", 0, 10) == -7);
    return 0;
}
