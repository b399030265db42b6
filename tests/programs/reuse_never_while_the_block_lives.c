// expect: safe

// Another size, or a block that is not freed yet: never the same address.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *old = malloc(4);
    int *other = malloc(4);
    assert(other != old);
    free(old);
    char *larger = malloc(100);
    assert(larger != (char *)other);
    int *zeroed = calloc(1, 4);
    assert(*zeroed == 0 && zeroed != other);
    return 0;
}
