/* Sorting and searching. Sorting is by insertion, which keeps equal elements in order, as qsort may. */
#include "bmc.h"
#include <stdlib.h>
#include <string.h>

static void swap(char *a, char *b, size_t size)
{
    if (size == sizeof(int)) {
        int value = *(int *)a;
        *(int *)a = *(int *)b;
        *(int *)b = value;
        return;
    }
    if (size == sizeof(long)) {
        long value = *(long *)a;
        *(long *)a = *(long *)b;
        *(long *)b = value;
        return;
    }
    for (size_t index = 0; index < size; index++) {
        char value = a[index];
        a[index] = b[index];
        b[index] = value;
    }
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *block = base;
    __bmc_require(count == 0 || (base && compare), "neither the array nor the function that compares is null");
    for (size_t end = 1; end < count; end++)
        for (size_t index = end; index > 0; index--) {
            char *here = block + index * size;
            if (compare(here - size, here) <= 0)
                break;
            swap(here - size, here, size);
        }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    __bmc_require(count == 0 || (base && compare), "neither the array nor the function that compares is null");
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return (void *)0;
}
