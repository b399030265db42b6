// expect: violated pointer line=13
// rounds: 1   min-rounds: 1

#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(sizeof(int));
    int *alias = numbers;
    *numbers = 1;
    numbers = realloc(numbers, 8 * sizeof(int));
    numbers[7] = 2;
    *alias = 3;
    free(numbers);
    return 0;
}
