// expect: violated assert line=14
// rounds: 1   unwind: 1   min-rounds: 1

/* What a function without a body is given a pointer to, it may change. */
#include <assert.h>

int measure(int *result);

int main(void)
{
    int result = 0, other = 0;
    measure(&result);
    assert(other == 0);
    assert(result == 0);
    return 0;
}
