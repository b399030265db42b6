// expect: violated api line=9
// min-rounds: 1

/* Twelve is no alignment. */
#include <stdlib.h>

int main(void)
{
    free(aligned_alloc(12, 24));
    return 0;
}
