// expect: violated api line=14
// min-rounds: 1

/* Some alignments are none. */
#include <malloc.h>

size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    size_t alignment = __VERIFIER_nondet_size_t();
    if (alignment == 0 || alignment > 16)
        return 0;
    free(memalign(alignment, 8));
    return 0;
}
