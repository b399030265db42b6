// expect: bounded
// options: --property main.assertion.1
// names: one_property_behind_an_invalid_access.c:12: runs after an access outside of all live objects

/* Behind an invalid access there may be anything. */
#include <assert.h>

int x, *nowhere;

int main(void)
{
    *nowhere = 1;
    assert(x == 1);
    return 0;
}
