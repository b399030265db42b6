// expect: safe
// data-models: both

/* posix_memalign says what it does not accept, and then leaves the pointer alone. */
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

int main(void)
{
    void *block = 0;
    assert(posix_memalign(&block, 24, 8) == EINVAL && posix_memalign(&block, 0, 8) == EINVAL);
    assert(posix_memalign(&block, sizeof(void *) / 2, 8) == EINVAL && block == 0);
    assert(posix_memalign(&block, 64, 8) == 0 && block != 0);
    free(block);
    block = aligned_alloc(64, 128);
    assert(block != 0);
    free(block);
    block = memalign(1, 8);
    assert(block != 0);
    free(block);
    return 0;
}
