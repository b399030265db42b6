// expect: violated pointer line=20
// rounds: 1   min-rounds: 1
// data-models: both

/* Numbers and floats are passed in different places. */
#include <assert.h>

struct unit {
    int (*round)(int);
};

int rounded(double number)
{
    return (int)(number + 0.5);
}

int main(void)
{
    struct unit unit = { (int (*)(int))rounded };
    assert(unit.round(1) == 1);
    return 0;
}
