// expect: violated assert line=12
// rounds: 1   unwind: 1   min-rounds: 1

// The new block may be where the freed one was.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *old = malloc(sizeof *old);
    free(old);
    int *new = malloc(sizeof *new);
    *new = 1;
    assert(new != old);
    return 0;
}
