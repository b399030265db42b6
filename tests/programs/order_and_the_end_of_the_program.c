// expect: violated assert line=15
// rounds: 1   min-rounds: 1

/* From right to left the assertion is evaluated before the program ends. */
#include <assert.h>
#include <stdlib.h>

static int leave(void) {
    exit(0);
    return 0;
}

static int fail(void) {
    int holds = 0;
    assert(holds);
    return 0;
}

int main(void) { return leave() + fail(); }
