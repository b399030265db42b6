// expect: safe
// rounds: 1

/* The twin: the variable is used while its function still runs. */
#include <assert.h>

int *kept;

static int use(void) {
    return *kept;
}

static int keep(void) {
    int variable = 1;
    kept = &variable;
    return use();
}

int main(void) {
    assert(keep() == 1);
    return 0;
}
