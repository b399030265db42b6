// expect: violated api line=16
// min-rounds: 1

/* One element, but no array. */
#include <stdlib.h>

int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int *numbers = 0;
    qsort(numbers, 0, sizeof(int), compare);
    qsort(numbers, 1, sizeof(int), compare);
    return 0;
}
