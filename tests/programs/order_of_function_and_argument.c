// expect: violated assert line=21
// rounds: 1   min-rounds: 1

/* The function to call may be found before or after the arguments. */
#include <assert.h>

static int same(int n) { return n; }
static int opposite(int n) { return -n; }

int (*function)(int) = same;

static int turn(void) {
    function = opposite;
    return 3;
}

int main(void) {
    int result = function(turn());
    assert(result == 3 || result == -3);
    /* From left to right the function is found first. */
    assert(result == 3);
    return 0;
}
