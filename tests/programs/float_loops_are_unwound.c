// expect: safe

/* Loops whose end is decided by constants need no bound, also if the constants are floats. */
#include <assert.h>

int main(void) {
    int steps = 0;
    for (float t = 0; t < 10; t += 0.5f)
        steps++;
    assert(steps == 20);
    double x = 1;
    while (x != 1048576)
        x *= 2, steps++;
    assert(steps == 40);
    for (x = 1; x; x /= 2)
        steps++;
    assert(steps == 40 + 1075);
    return 0;
}
