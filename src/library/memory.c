/* Blocks of bytes. Byte by byte, and another thread may come in between, as it may with the real ones. */
#include <string.h>
#include <strings.h>

void *memcpy(void *to, const void *from, size_t size)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t index = 0; index < size; index++)
        target[index] = source[index];
    return to;
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

void bzero(void *block, size_t size)
{
    memset(block, 0, size);
}

void bcopy(const void *from, void *to, size_t size)
{
    memmove(to, from, size);
}
