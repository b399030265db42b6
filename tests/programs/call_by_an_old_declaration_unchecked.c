// expect: violated assert line=13
// rounds: 1   min-rounds: 1
// data-models: both
// options: --check assert

/* A declaration without parameters lets a call pass another kind of number: it is not converted. */
#include <assert.h>

int whole();

int main(void)
{
    assert(whole(1) == 1);
    return 0;
}

int whole(double number)
{
    return (int)number;
}
