// expect: violated assert line=11
// rounds: 1   min-rounds: 1

#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *numbers = calloc(1, sizeof(int));
    numbers = realloc(numbers, 2 * sizeof(int));
    assert(numbers[1] == 0);
    return 0;
}
