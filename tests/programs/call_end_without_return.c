// expect: violated assert line=21
// rounds: 1   min-rounds: 1
// data-models: both

/* A function that ends without a return statement returns any value. */
#include <assert.h>

int sign(int number)
{
    if (number > 0)
        return 1;
    if (number < 0)
        return -1;
}

int main(void)
{
    int (*function)(int) = sign;
    assert(function(3) == 1);
    // What becomes of the third case?
    assert(function(0) != 8);
    return 0;
}
