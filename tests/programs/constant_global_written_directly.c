// expect: violated pointer line=11
// rounds: 1   min-rounds: 1

/* The address is known and inside the array, and yet it cannot be written. What comes after would hide it. */
#include <assert.h>

const int table[3] = { 1, 2, 3 };

int main(void) {
    int last = table[2];
    *(int *)&table[2] = 4;
    assert(last == 4);
    return 0;
}
