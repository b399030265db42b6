// expect: error "a block of 100000 bytes is too large"
// options: --data-model ilp32

/* An address of 32 bits has no room for all places in it. */
#include <stdlib.h>

int main(void) {
    char *block = malloc(100000);
    return block == NULL;
}
