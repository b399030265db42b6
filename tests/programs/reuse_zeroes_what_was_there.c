// expect: safe

// calloc clears the block wherever it is.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *old = malloc(8);
    old[0] = 1;
    old[1] = 2;
    free(old);
    int *new = calloc(2, 4);
    if (new == old)
        assert(new[0] == 0 && new[1] == 0);
    return 0;
}
