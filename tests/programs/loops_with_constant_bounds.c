// expect: safe

/* Nested loops over constants, with break and continue, need no unwinding bound. */
#include <assert.h>

int main(void) {
    int grid[4][5];
    int cells = 0, diagonal = 0;
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 5; column++)
            grid[row][column] = row * 5 + column;
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 5; column++) {
            if (grid[row][column] % 2)
                continue;
            cells++;
        }
        diagonal += grid[row][row];
    }
    int steps = 0;
    int n = 27;
    while (1) {
        if (n == 1)
            break;
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    do {
        n *= 2;
    } while (n < 1000);
    assert(cells == 10);
    assert(diagonal == 36);
    assert(steps == 111);
    assert(n == 1024);
    return 0;
}
