// expect: violated assert line=16
// rounds: 1   min-rounds: 1

/* Which element is assigned may be decided before or after the value is known. */
#include <assert.h>

int index, elements[2];

static int advance(void) {
    index = 1;
    return 7;
}

int main(void) {
    elements[index] = advance();
    assert(elements[1] == 7);
    return 0;
}
