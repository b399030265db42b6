// expect: violated assert line=16
// rounds: 1   min-rounds: 1

/* As many numbers as can be read, each time with the same call. */
#include <assert.h>
#include <stdio.h>

int numbers[3];

int main(void)
{
    int count = 0;
    while (count < 3 && scanf("%d", &numbers[count]) == 1)
        count++;
    if (count == 2)
        assert(numbers[0] + 1LL != numbers[1]);
    return 0;
}
