// expect: safe
// options: --check assert,memory

/* Where nobody asks for misuse, an alignment that is none is an error that the call reports. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    assert(aligned_alloc(12, 24) == 0 && errno == EINVAL);
    return 0;
}
