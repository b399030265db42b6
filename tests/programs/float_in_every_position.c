// expect: safe

/* Parameters without prototype, function pointers, results, statics, thread-locals, conditions, generic selection. */
#include <assert.h>
#include <stdio.h>

static float product(x, n)
float x;
int n;
{
    return x * n;
}

static double plus(double a, double b) { return a + b; }
static double (*table[2])(double, double) = {plus};

struct matrix {
    float cells[2][2];
};
struct matrix matrix = {{{1, 2}, {3, 4.5}}};

static struct matrix scaled(struct matrix m, float by) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            m.cells[i][j] *= by;
    return m;
}

static double next(void) {
    static double count = 0.25;
    return count *= 2;
}

_Thread_local float own = 2.5f;
long double wides[3] = {1, 2, 3};
enum { THREE = (int)3.7 };

int main(void) {
    printf("%f %g %Lf\n", own, 1.5, wides[0]);
    assert(product(1.5, 2) == 3 && table[0](1, 2.5f) == 3.5);
    assert(scaled(matrix, 2).cells[1][1] == 9 && matrix.cells[1][1] == 4.5f);
    assert(next() == 0.5 && next() == 1);
    own *= 2;
    assert(own == 5);
    long double *wide = &wides[1];
    wide++;
    assert(*wide == 3 && (char *)wide - (char *)wides == 2 * sizeof(long double));
    assert(_Generic(1.0f, float: 1, double: 2, default: 3) == 1);
    assert(_Generic(1.0f + 1.0, float: 1, double: 2) == 2);
    float f = 3;
    double d = (f, 2.0);
    assert(d == 2 && ((float){1.5f}) == 1.5f);
    unsigned char c = 250;
    c += 5.9;
    assert(c == 255);
    for (float t = 0; t < 1; t += 0.25f)
        d += t;
    assert(d == 3.5);
    switch ((int)f) {
    case THREE:
        break;
    default:
        assert(0);
    }
    _Bool truth = 0.1;
    assert(truth == 1 && !f == 0 && (f && d) && !(0.0f || -0.0));
    d = 1e-320;
    do
        d /= 2;
    while (d);
    assert(d == 0);
    return 0;
}
