// expect: violated pointer line=15
// rounds: 1   unwind: 1   min-rounds: 1

// Jumping out of the blocks ends their variables, also with a label that comes later.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    while (1) {
        int x = 1;
        p = &x;
        if (x)
            goto out;
    }
out:
    return *p;
}
