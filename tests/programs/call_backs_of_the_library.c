// expect: violated assert line=14
// rounds: 1   min-rounds: 1
// data-models: both
// options: --check assert

/* Functions that the library calls back get what the library passes, and nothing else. */
#include <assert.h>
#include <stdlib.h>

int numbers[2] = { 2, 1 };

int by_number(const int *a, const int *b, int direction)
{
    assert(direction == 0);
    return *a - *b;
}

int main(void)
{
    qsort(numbers, 2, sizeof numbers[0], (int (*)(const void *, const void *))by_number);
    return 0;
}
