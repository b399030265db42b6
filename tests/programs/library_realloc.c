// expect: safe

/* A block that grows or shrinks keeps what fits; a null pointer is a new block. */
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char kind;
    int *value;
};

int main(void)
{
    int *numbers = realloc(0, 2 * sizeof(int));
    numbers[0] = 5;
    numbers[1] = 6;
    numbers = realloc(numbers, 4 * sizeof *numbers);
    numbers[3] = 8;
    assert(numbers[0] == 5 && numbers[1] == 6 && numbers[3] == 8);
    numbers = realloc(numbers, sizeof(int));
    assert(numbers[0] == 5);
    struct item *items = malloc(sizeof(struct item));
    items[0].kind = 'k';
    items[0].value = numbers;
    items = realloc(items, 2 * sizeof(struct item));
    assert(items[0].kind == 'k' && *items[0].value == 5);
    free(items);
    free(numbers);

    assert(calloc((size_t)-1, 16) == 0);
    char *text = strdup("copy");
    assert(strcmp(text, "copy") == 0);
    free(text);
    void *aligned;
    assert(posix_memalign(&aligned, 64, 128) == 0);
    memset(aligned, 0, 128);
    free(aligned);
    free(aligned_alloc(64, 64));
    free(memalign(64, 64));
    return 0;
}
