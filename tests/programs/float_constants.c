// expect: safe

/* Initial values of globals are computed by the front end, as a compiler does. */
#include <assert.h>
#include <math.h>

#define SCALE 1e-3
static const double third = 1.0 / 3;
double table[] = {1 / 3, 1 / 3., -0.0, 0x10p-4, .5, 5., 1e3, 1.5e-3L, 2.5f, (float)0.1, (int)2.9, !0.5, 3 > 2.5};
float single = 0.1;
int count = (int)(2.75 * 4), choice = 1.5 > 1 ? 10 : 20;
int sizes[(int)(2.5 + 2.5)];
struct { float x; double y; } origin = {1 + SCALE, .y = 1 - SCALE};
double *pointer = &table[5];

int main(void) {
    assert(third * 3 == 1 && table[0] == 0 && table[1] == third && signbit(table[2]) && table[3] == 1);
    assert(table[4] == 0.5 && *pointer == 5 && table[6] == 1000 && table[7] == 0.0015 && table[8] == 2.5);
    assert(table[9] != 0.1 && table[9] == single && table[10] == 2 && table[11] == 0 && table[12] == 1);
    assert(count == 11 && choice == 10 && sizeof sizes == 20);
    assert(origin.x == 1.001f && origin.y == 0.999);
    return 0;
}
