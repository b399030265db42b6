// expect: violated assert line=14
// rounds: 1   min-rounds: 1

/* The parts of an initialiser are in no particular order. */
#include <assert.h>

int tickets;

static int ticket(void) { return ++tickets; }

int main(void) {
    struct { int first, second; } pair = { ticket(), ticket() };
    assert(pair.first + pair.second == 3);
    assert(pair.first < pair.second);
    return 0;
}
