// expect: safe

// Marks in free bits, equality, order within an object and the way to an integer and back are alike in every layout.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int array[4], number;
int main(void) {
    uintptr_t marked = (uintptr_t)&number | 1;
    assert((marked & 1) == 1);
    int *plain = (int *)(marked & ~(uintptr_t)1);
    assert(plain == &number && ((uintptr_t)plain & 3) == 0);
    int *block = malloc(4);
    assert(((uintptr_t)block & 15) == 0);
    for (int *p = array; p < array + 4; p++)
        *p = 1;
    assert(array[3] == 1 && (void *)block != (void *)array);
    free(block);
    return 0;
}
