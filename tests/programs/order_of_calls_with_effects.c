// expect: violated assert line=14
// rounds: 1   min-rounds: 1

/* One thread is enough: which of the two calls comes first is open. */
#include <assert.h>

int tickets;

static int ticket(void) { return ++tickets; }

int main(void) {
    int first = ticket() - ticket();
    assert(first == -1 || first == 1);
    assert(first == -1);
    return 0;
}
