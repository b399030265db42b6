// expect: violated pointer line=11
// min-rounds: 1

/* The block is no longer there when it is to grow. */
#include <stdlib.h>

int main(void)
{
    char *block = malloc(8);
    free(block);
    block = realloc(block, 16);
    free(block);
    return 0;
}
