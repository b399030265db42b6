/*
 * The heap. Allocation fails only if that is to be explored (--malloc-may-fail); alignment needs no care, since every block is an object of its own, whose
 * address the program sees as aligned to any power of two. A block always moves when its size changes.
 */
#include "bmc.h"
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Whether there is no memory for this block. */
_Bool __bmc_is_refused(void)
{
    if (!__bmc_malloc_may_fail() || !__VERIFIER_nondet_bool())
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    if (__bmc_is_refused())
        return (void *)0;
    return __bmc_allocate(size, 0);
}

void *calloc(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return (void *)0;
    }
    if (__bmc_is_refused())
        return (void *)0;
    return __bmc_allocate(count * size, 1);
}

void free(void *block)
{
    __bmc_free(block);
}

/* With a size of 0 the result is a block without bytes. If there is no memory, the old block stays as it is. */
void *realloc(void *block, size_t size)
{
    if (__bmc_is_refused())
        return (void *)0;
    void *result = __bmc_allocate(size, 0);
    if (block) {
        size_t old = __bmc_block_size(block);
        __bmc_copy_bytes(result, block, old < size ? old : size);
        __bmc_free(block);
    }
    return result;
}

void *reallocarray(void *block, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return (void *)0;
    }
    return realloc(block, count * size);
}

size_t malloc_usable_size(void *block)
{
    return __bmc_block_size(block);
}

static _Bool is_power_of_two(size_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

/* C17 lets it fail if the alignment is none; C11 leaves it undefined, and so did glibc for long. */
void *aligned_alloc(size_t alignment, size_t size)
{
    _Bool usable = is_power_of_two(alignment);
    __bmc_require(usable, "the alignment is a power of two");
    if (usable)
        return __bmc_is_refused() ? (void *)0 : __bmc_allocate(size, 0);
    errno = EINVAL;
    return (void *)0;
}

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment) || alignment < sizeof(void *))
        return EINVAL;
    if (__bmc_malloc_may_fail() && __VERIFIER_nondet_bool())
        return ENOMEM;
    *result = __bmc_allocate(size, 0);
    return 0;
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    if (__bmc_is_refused())
        return (void *)0;
    char *copy = __bmc_allocate(size, 0);
    __bmc_copy_bytes(copy, text, size);
    return copy;
}

char *strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    if (__bmc_is_refused())
        return (void *)0;
    char *copy = __bmc_allocate(length + 1, 0);
    __bmc_copy_bytes(copy, text, length);
    copy[length] = 0;
    return copy;
}
