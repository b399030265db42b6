// expect: safe-under-assumptions
// names: (uintptr_t)&c & 7

// The address of a char may be odd, and any two objects may lie in any order; here they lie in one.
#include <assert.h>
#include <stdint.h>
char c;
int main(void) {
    if (((uintptr_t)&c & 7) == 1)
        assert(0);
    return 0;
}
