/*
 * Blocks of bytes. Byte by byte, and another thread may come in between, as it may with the real ones.
 *
 * Where the types of a call say what the blocks consist of, the front end calls the forms for larger units
 * instead, which leave the variables whole.
 */
#include "bmc.h"
#include <stdint.h>
#include <string.h>
#include <strings.h>

/* Objects lie further apart than any of them is large, so that distances tell. A size that no object has is an invalid
   access, which is found when it is made. */
void __bmc_require_apart(const void *to, const void *from, size_t size)
{
    uintptr_t behind = (uintptr_t)to - (uintptr_t)from;
    uintptr_t before = (uintptr_t)from - (uintptr_t)to;
    __bmc_require((behind >= size && before >= size) || size > SIZE_MAX / 2,
                  "source and destination do not overlap");
}

void *__bmc_copy_bytes(void *to, const void *from, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t index = 0; index < size; index++)
        target[index] = source[index];
    return to;
}

void *memcpy(void *to, const void *from, size_t size)
{
    __bmc_require_apart(to, from, size);
    return __bmc_copy_bytes(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    if (target <= source) {
        for (size_t index = 0; index < size; index++)
            target[index] = source[index];
    } else {
        for (size_t index = size; index > 0; index--)
            target[index - 1] = source[index - 1];
    }
    return to;
}

void *memset(void *to, int value, size_t size)
{
    unsigned char *target = to;
    for (size_t index = 0; index < size; index++)
        target[index] = (unsigned char)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *left = a;
    const unsigned char *right = b;
    for (size_t index = 0; index < size; index++) {
        int difference = (int)left[index] - (int)right[index];
        if (difference != 0)
            return difference;
    }
    return 0;
}

void *memchr(const void *block, int value, size_t size)
{
    const unsigned char *bytes = block;
    for (size_t index = 0; index < size; index++)
        if (bytes[index] == (unsigned char)value)
            return (void *)(bytes + index);
    return (void *)0;
}

void *memrchr(const void *block, int value, size_t size)
{
    const unsigned char *bytes = block;
    for (size_t index = size; index > 0; index--)
        if (bytes[index - 1] == (unsigned char)value)
            return (void *)(bytes + index - 1);
    return (void *)0;
}

void *mempcpy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return (char *)to + size;
}

/* Up to the first byte of that value, which is copied too. */
void *memccpy(void *to, const void *from, int value, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t index = 0; index < size; index++) {
        unsigned char byte = source[index];
        target[index] = byte;
        if (byte == (unsigned char)value) {
            __bmc_require_apart(to, from, index + 1);
            return target + index + 1;
        }
    }
    __bmc_require_apart(to, from, size);
    return (void *)0;
}

void bzero(void *block, size_t size)
{
    memset(block, 0, size);
}

void bcopy(const void *from, void *to, size_t size)
{
    memmove(to, from, size);
}

static uint16_t in_order_2(uint16_t value)
{
    return (uint16_t)(value << 8 | value >> 8);
}

static uint32_t in_order_4(uint32_t value)
{
    return (uint32_t)in_order_2((uint16_t)value) << 16 | in_order_2((uint16_t)(value >> 16));
}

static uint64_t in_order_8(uint64_t value)
{
    return (uint64_t)in_order_4((uint32_t)value) << 32 | in_order_4((uint32_t)(value >> 32));
}

/* The bytes behind the last whole unit go the way of all bytes. */
#define FOR_UNITS_OF(bytes, word)                                                                           \
    static void *copy_##bytes(void *to, const void *from, size_t size)                                      \
    {                                                                                                       \
        word *target = to;                                                                                  \
        const word *source = from;                                                                          \
        size_t count = size / bytes;                                                                        \
        for (size_t index = 0; index < count; index++)                                                      \
            target[index] = source[index];                                                                  \
        for (size_t index = count * bytes; index < size; index++)                                           \
            ((unsigned char *)to)[index] = ((const unsigned char *)from)[index];                            \
        return to;                                                                                          \
    }                                                                                                       \
                                                                                                            \
    void *__bmc_memcpy_##bytes(void *to, const void *from, size_t size)                                     \
    {                                                                                                       \
        __bmc_require_apart(to, from, size);                                                                \
        return copy_##bytes(to, from, size);                                                                \
    }                                                                                                       \
                                                                                                            \
    void *__bmc_memmove_##bytes(void *to, const void *from, size_t size)                                    \
    {                                                                                                       \
        word *target = to;                                                                                  \
        const word *source = from;                                                                          \
        size_t count = size / bytes;                                                                        \
        if (target <= source)                                                                               \
            return copy_##bytes(to, from, size);                                                            \
        for (size_t index = size; index > count * bytes; index--)                                           \
            ((unsigned char *)to)[index - 1] = ((const unsigned char *)from)[index - 1];                    \
        for (size_t index = count; index > 0; index--)                                                      \
            target[index - 1] = source[index - 1];                                                          \
        return to;                                                                                          \
    }                                                                                                       \
                                                                                                            \
    void *__bmc_memset_##bytes(void *to, int value, size_t size)                                            \
    {                                                                                                       \
        word *target = to;                                                                                  \
        word pattern = (word)((word)(unsigned char)value * ((word)-1 / 255));                               \
        size_t count = size / bytes;                                                                        \
        for (size_t index = 0; index < count; index++)                                                      \
            target[index] = pattern;                                                                        \
        for (size_t index = count * bytes; index < size; index++)                                           \
            ((unsigned char *)to)[index] = (unsigned char)value;                                            \
        return to;                                                                                          \
    }                                                                                                       \
                                                                                                            \
    int __bmc_memcmp_##bytes(const void *a, const void *b, size_t size)                                     \
    {                                                                                                       \
        const word *left = a;                                                                               \
        const word *right = b;                                                                              \
        size_t count = size / bytes;                                                                        \
        for (size_t index = 0; index < count; index++) {                                                    \
            word x = left[index];                                                                           \
            word y = right[index];                                                                          \
            if (x != y)                                                                                     \
                return in_order_##bytes(x) < in_order_##bytes(y) ? -1 : 1;                                  \
        }                                                                                                   \
        for (size_t index = count * bytes; index < size; index++) {                                         \
            int difference = (int)((const unsigned char *)a)[index] - (int)((const unsigned char *)b)[index]; \
            if (difference != 0)                                                                            \
                return difference;                                                                          \
        }                                                                                                   \
        return 0;                                                                                           \
    }                                                                                                       \
                                                                                                            \
    void *__bmc_realloc_##bytes(void *block, size_t size)                                                   \
    {                                                                                                       \
        if (__bmc_is_refused())                                                                             \
            return (void *)0;                                                                               \
        void *result = __bmc_allocate(size, 0);                                                             \
        if (block) {                                                                                        \
            size_t old = __bmc_block_size(block);                                                           \
            copy_##bytes(result, block, old < size ? old : size);                                           \
            __bmc_free(block);                                                                              \
        }                                                                                                   \
        return result;                                                                                      \
    }

FOR_UNITS_OF(2, uint16_t)
FOR_UNITS_OF(4, uint32_t)
FOR_UNITS_OF(8, uint64_t)
