// expect: safe

/* The exact functions of math.h under their names for float, double and long double. */
#include <assert.h>
#include <math.h>

static void check_float(void) {
    float whole, half = (float)0.5, two_and_half = (float)2.5;
    assert(truncf(-two_and_half) == -2 && ceilf(two_and_half) == 3 && floorf(-half) == -1);
    assert(roundf(two_and_half) == 3 && rintf(two_and_half) == 2);
    assert(nearbyintf(-two_and_half) == -2 && nearbyintf(two_and_half + 1) == 4);
    assert(lroundf(-two_and_half) == -3 && llroundf(half) == 1 && llroundf(-two_and_half) == -3);
    assert(lrintf(two_and_half) == 2 && llrintf(-two_and_half - 1) == -4);
    assert(modff(-two_and_half, &whole) == -half && whole == -2);
    assert(fminf(1, half) == half && fmaxf(1, half) == 1 && fdimf(3, 1) == 2 && fdimf(1, 3) == 0);
    assert(fabsf(-half) == half && copysignf(half, -1) == -half && sqrtf(two_and_half * two_and_half) == two_and_half);
    assert(isnan(nanf("")) && fmaxf(nanf(""), half) == half && fminf(half, nanf("")) == half);
}

static void check_double(void) {
    double whole, half = (double)0.5, two_and_half = (double)2.5;
    assert(trunc(-two_and_half) == -2 && ceil(two_and_half) == 3 && floor(-half) == -1);
    assert(round(two_and_half) == 3 && rint(two_and_half) == 2);
    assert(nearbyint(-two_and_half) == -2 && nearbyint(two_and_half + 1) == 4);
    assert(lround(-two_and_half) == -3 && llround(half) == 1 && llround(-two_and_half) == -3);
    assert(lrint(two_and_half) == 2 && llrint(-two_and_half - 1) == -4);
    assert(modf(-two_and_half, &whole) == -half && whole == -2);
    assert(fmin(1, half) == half && fmax(1, half) == 1 && fdim(3, 1) == 2 && fdim(1, 3) == 0);
    assert(fabs(-half) == half && copysign(half, -1) == -half && sqrt(two_and_half * two_and_half) == two_and_half);
    assert(isnan(nan("")) && fmax(nan(""), half) == half && fmin(half, nan("")) == half);
}

static void check_long_double(void) {
    long double whole, half = (long double)0.5, two_and_half = (long double)2.5;
    assert(truncl(-two_and_half) == -2 && ceill(two_and_half) == 3 && floorl(-half) == -1);
    assert(roundl(two_and_half) == 3 && rintl(two_and_half) == 2);
    assert(nearbyintl(-two_and_half) == -2 && nearbyintl(two_and_half + 1) == 4);
    assert(lroundl(-two_and_half) == -3 && llroundl(half) == 1 && llroundl(-two_and_half) == -3);
    assert(lrintl(two_and_half) == 2 && llrintl(-two_and_half - 1) == -4);
    assert(modfl(-two_and_half, &whole) == -half && whole == -2);
    assert(fminl(1, half) == half && fmaxl(1, half) == 1 && fdiml(3, 1) == 2 && fdiml(1, 3) == 0);
    assert(fabsl(-half) == half && copysignl(half, -1) == -half && sqrtl(two_and_half * two_and_half) == two_and_half);
    assert(isnan(nanl("")) && fmaxl(nanl(""), half) == half && fminl(half, nanl("")) == half);
}

int main(void) {
    check_float();
    check_double();
    check_long_double();
    assert(isgreater(2.0, 1.0) && !isgreater(1.0, NAN) && isgreaterequal(1.0, 1.0) && !isgreaterequal(NAN, 1.0));
    assert(isless(1.0, 2.0) && !isless(NAN, 2.0) && islessequal(2.0, 2.0) && !islessequal(3.0, 2.0));
    assert(islessgreater(1.0, 2.0) && !islessgreater(2.0, 2.0) && !islessgreater(1.0, NAN));
    assert(isunordered(1.0, NAN) && !isunordered(1.0, 2.0));
    return 0;
}
