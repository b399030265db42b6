// expect: violated assert line=23
// rounds: 1   min-rounds: 1

/* Declarations without a type, and parameters in the old style, as before C99. */
#include <assert.h>

static hidden = 2;
visible;

sum(a, b, c)
    char c;
    register b;
{
    return a + b + c;
}

main() {
    register i = 1;
    static kept;
    const fixed = 3;
    kept += i + fixed;
    assert(kept == 4 && hidden == 2 && visible == 0);
    assert(sum(1, 2, 256 + 3) == 262);
}
