// expect: bounded
// names: runs after an access outside of all live objects

/* A function that is given the address of what no longer lives may still not use it. If it does, nobody knows what
   happens. */
#include <assert.h>
#include <stdlib.h>

void use(int *place);

int main(void)
{
    int *block = malloc(sizeof(int));
    free(block);
    use(block);
    assert(block == block);
    return 0;
}
