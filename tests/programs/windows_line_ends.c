// expect: violated assert line=15
// rounds: 1   min-rounds: 1

/* Lines end as on Windows, one goes on after a backslash, and there is a form feed. */
#include <assert.h>

void main()
{
    int x = 1; // a comment \
    x = 2;
    x = x \
        + 1; /* another
    comment */
    assert(x == 2);
    assert(x == 3);
}
