// expect: bounded
// names: more than 256 bytes behind its parameter 1

/* Beyond a number of scalars, what it writes is not followed. */
#include <assert.h>

void fill(char *buffer);

int main(void)
{
    char buffer[300];
    buffer[299] = 1;
    fill(buffer);
    assert(buffer[299] == buffer[299]);
    return 0;
}
