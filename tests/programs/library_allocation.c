// expect: safe

/* Blocks of every allocating function have their size, and too large a product is refused. */
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(2 * sizeof(int));
    assert(malloc_usable_size(numbers) >= 2 * sizeof(int));
    numbers[0] = 1;
    numbers[1] = 2;
    numbers = reallocarray(numbers, 3, sizeof(int));
    numbers[2] = 3;
    assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
    errno = 0;
    assert(reallocarray(numbers, SIZE_MAX / 2, 4) == 0 && errno == ENOMEM);
    assert(calloc(SIZE_MAX / 2, 4) == 0 && calloc(2, 2) != 0);
    char *aligned = aligned_alloc(64, 64), *more = memalign(32, 32);
    void *most;
    assert(posix_memalign(&most, 16, 8) == 0);
    assert((uintptr_t)aligned % 64 == 0 && (uintptr_t)more % 32 == 0 && (uintptr_t)most % 16 == 0);
    aligned[63] = more[31] = ((char *)most)[7] = 1;
    free(numbers);
    free(aligned);
    free(more);
    free(most);
    return 0;
}
