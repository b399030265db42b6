// expect: violated pointer line=12
// rounds: 1   min-rounds: 1
// data-models: both

/* 2 to the power of 32 is zero in a machine word of 32 bits. */
#include <stdint.h>

int a[4];
uint64_t i = UINT64_C(0x100000000);

int main(void) {
    return a[i];
}
