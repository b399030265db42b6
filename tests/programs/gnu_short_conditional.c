// expect: violated assert line=19
// rounds: 1   min-rounds: 1

/* The condition of a ?: b is evaluated once; its value is the result. */
#include <assert.h>

static int calls;

static int next(void) {
    return ++calls;
}

int main(void) {
    int value = next() ?: 7;
    assert(value == 1 && calls == 1);
    int zero = 0;
    assert((zero ?: 7) == 7);
    const char *none = 0, *text = none ?: "x";
    assert(text[0] == 'y');
    return 0;
}
