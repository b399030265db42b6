// expect: safe

// A label that a block declares is one of its own: the macro can be used twice in a function, and a block may
// have a label that its surroundings have too.
#include <assert.h>
#define FIRST_ABOVE(array, length, limit)                                                                    \
    ({                                                                                                       \
        __label__ found;                                                                                     \
        int place = -1;                                                                                      \
        for (int i = 0; i < length; i++)                                                                     \
            if (array[i] > limit) {                                                                          \
                place = i;                                                                                   \
                goto found;                                                                                  \
            }                                                                                                \
    found:                                                                                                   \
        place;                                                                                               \
    })
int main(void) {
    int a[3] = {1, 3, 2}, b[3] = {5, 0, 0};
    int x = FIRST_ABOVE(a, 3, 2), y = FIRST_ABOVE(b, 3, 2);
    assert(x == 1 && y == 0);
    int outside = 0;
again:
    if (outside++ < 1)
        goto again;
    {
        __label__ again, never;
        int inside = 0;
    again:
        if (inside++ < 2)
            goto again;
        if (inside == 17)
            goto never;
        assert(inside == 3);
    never:;
    }
    assert(outside == 2);
    return 0;
}
