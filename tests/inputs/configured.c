#include <assert.h>
#include <limits_of_ours.h>

int main(void) {
    assert(START < HIGHEST_START);
    return 0;
}
