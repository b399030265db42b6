// expect: safe

/* Most orders make no difference: constants, sums of what nobody changes, parts of one's own. */
#include <assert.h>
#include <stdlib.h>

int a = 1, b = 2, table[3] = { 3, 4, 5 };
const int limit = 3;

static int twice(int n) { return 2 * n; }

int main(void) {
    int *p = malloc(2 * sizeof(int));
    if (!p)
        return 0;
    p[0] = table[a] + table[b];
    p[1] = twice(a) + twice(b);
    a += b + limit;
    struct { int x, y; } pair = { a * b, p[0] - p[1] };
    assert(a == 6 && pair.x == 12 && pair.y == 3);
    free(p);
    return 0;
}
