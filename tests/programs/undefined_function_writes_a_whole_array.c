// expect: violated assert line=17
// rounds: 1   unwind: 1   min-rounds: 1

/* From the pointer to the end of the array, not before it and not behind. */
#include <assert.h>

void fill(int *from);

struct {
    int values[4];
} all;

int main(void)
{
    fill(all.values + 1);
    assert(all.values[0] == 0);
    assert(all.values[3] != 7);
    return 0;
}
