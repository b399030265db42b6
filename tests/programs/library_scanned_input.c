// expect: violated assert line=15
// rounds: 1   min-rounds: 1

/* Any number may be read; what is not read keeps its value. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int first = 1, second = 2;
    char name[8];
    int count = scanf("%d %7s %d", &first, name, &second);
    assert(count >= -1 && count <= 3);
    assert(count > 2 || second == 2);
    assert(first != 77);
    return 0;
}
