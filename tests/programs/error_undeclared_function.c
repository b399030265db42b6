// expect: error "frobnicate"
// options: --undefined error

#include <assert.h>

int main(void) {
    assert(frobnicate(3) == 4);
    return 0;
}
