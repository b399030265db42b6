// expect: error "countr"

#include <assert.h>

int counter;

int main(void) {
    countr = 1;
    assert(counter == 1);
    return 0;
}
