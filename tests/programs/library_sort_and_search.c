// expect: safe

#include <assert.h>
#include <stdlib.h>

struct item {
    char name;
    int weight;
};

int by_value(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return left < right ? -1 : left > right;
}

int by_weight(const void *a, const void *b)
{
    return ((const struct item *)a)->weight - ((const struct item *)b)->weight;
}

int main(void)
{
    int numbers[] = { 5, 3, 9, 1 };
    qsort(numbers, 4, sizeof(int), by_value);
    assert(numbers[0] == 1 && numbers[1] == 3 && numbers[2] == 5 && numbers[3] == 9);
    int key = 5;
    int *found = bsearch(&key, numbers, 4, sizeof(int), by_value);
    assert(found == &numbers[2]);
    key = 4;
    assert(bsearch(&key, numbers, 4, sizeof(int), by_value) == 0);
    struct item items[] = { { 'b', 2 }, { 'a', 1 }, { 'c', 1 } };
    qsort(items, 3, sizeof(struct item), by_weight);
    assert(items[0].name == 'a' && items[1].name == 'c' && items[2].name == 'b');
    return 0;
}
