// expect: violated assert line=14
// rounds: 1   unwind: 1   min-rounds: 1

/* Any bytes of what the pointer points into. */
#include <assert.h>

void fill(void *buffer, unsigned long size);

int main(void)
{
    int number = 1;
    fill(0, 0);
    fill(&number, sizeof number);
    assert(number != 0x01020304);
    return 0;
}
