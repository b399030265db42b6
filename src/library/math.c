/* Functions of <math.h> that are exact: everything about whole numbers, and the smaller and the larger of two.
   They work on the bits of a number, `__bmc_float_bits`, so that a fraction is cut off without arithmetic.
   Flags and errno are not set: nothing that is modelled reports an error. Functions whose result depends on the
   quality of a library (sin, exp, pow, ...) have no model. */

#include <bmc.h>

#define WHOLE_NUMBERS(type, word, suffix, fraction_bits, bias, large)                                                  \
    type trunc##suffix(type x)                                                                                         \
    {                                                                                                                  \
        word bits = __bmc_float_bits(x);                                                                               \
        int exponent = (int)(bits >> fraction_bits & (2 * bias + 1)) - bias;                                           \
        if (exponent >= fraction_bits)                                                                                 \
            return x;                                                                                                  \
        word fraction = exponent < 0 ? ((word)-1 >> 1) : (((word)1 << (fraction_bits - exponent)) - 1);               \
        return __bmc_bits_float(bits & ~fraction);                                                                     \
    }                                                                                                                  \
                                                                                                                       \
    type floor##suffix(type x)                                                                                         \
    {                                                                                                                  \
        type whole = trunc##suffix(x);                                                                                 \
        return whole > x ? whole - 1 : whole;                                                                          \
    }                                                                                                                  \
                                                                                                                       \
    type ceil##suffix(type x)                                                                                          \
    {                                                                                                                  \
        type whole = trunc##suffix(x);                                                                                 \
        return whole < x ? whole + 1 : whole;                                                                          \
    }                                                                                                                  \
                                                                                                                       \
    /* Halves go away from zero. */                                                                                    \
    type round##suffix(type x)                                                                                         \
    {                                                                                                                  \
        type whole = trunc##suffix(x);                                                                                 \
        type rest = __builtin_fabs##suffix(x - whole);                                                                 \
        return rest >= (type)0.5 ? whole + __builtin_copysign##suffix((type)1, x) : whole;                             \
    }                                                                                                                  \
                                                                                                                       \
    /* Halves go to the even number: the sum has no room for a fraction and is rounded as every sum is. */             \
    type rint##suffix(type x)                                                                                          \
    {                                                                                                                  \
        type magnitude = __builtin_fabs##suffix(x);                                                                    \
        if (!(magnitude < (type)large))                                                                                \
            return x;                                                                                                  \
        return __builtin_copysign##suffix(magnitude + (type)large - (type)large, x);                                   \
    }                                                                                                                  \
                                                                                                                       \
    type nearbyint##suffix(type x)                                                                                     \
    {                                                                                                                  \
        return rint##suffix(x);                                                                                        \
    }                                                                                                                  \
                                                                                                                       \
    long lround##suffix(type x)                                                                                        \
    {                                                                                                                  \
        return (long)round##suffix(x);                                                                                 \
    }                                                                                                                  \
                                                                                                                       \
    long long llround##suffix(type x)                                                                                  \
    {                                                                                                                  \
        return (long long)round##suffix(x);                                                                            \
    }                                                                                                                  \
                                                                                                                       \
    long lrint##suffix(type x)                                                                                         \
    {                                                                                                                  \
        return (long)rint##suffix(x);                                                                                  \
    }                                                                                                                  \
                                                                                                                       \
    long long llrint##suffix(type x)                                                                                   \
    {                                                                                                                  \
        return (long long)rint##suffix(x);                                                                             \
    }                                                                                                                  \
                                                                                                                       \
    type modf##suffix(type x, type *whole)                                                                             \
    {                                                                                                                  \
        type kept = trunc##suffix(x);                                                                                  \
        *whole = kept;                                                                                                 \
        return __builtin_isinf(x) ? __builtin_copysign##suffix((type)0, x) : __builtin_copysign##suffix(x - kept, x);  \
    }                                                                                                                  \
                                                                                                                       \
    /* A NaN counts as missing. */                                                                                     \
    type fmin##suffix(type x, type y)                                                                                  \
    {                                                                                                                  \
        return y < x || __builtin_isnan(x) ? y : x;                                                                    \
    }                                                                                                                  \
                                                                                                                       \
    type fmax##suffix(type x, type y)                                                                                  \
    {                                                                                                                  \
        return x < y || __builtin_isnan(x) ? y : x;                                                                    \
    }                                                                                                                  \
                                                                                                                       \
    type fdim##suffix(type x, type y)                                                                                  \
    {                                                                                                                  \
        return x <= y ? (type)0 : x - y;                                                                               \
    }

WHOLE_NUMBERS(float, unsigned int, f, 23, 127, 8388608.0)
WHOLE_NUMBERS(double, unsigned long long, , 52, 1023, 4503599627370496.0)
WHOLE_NUMBERS(long double, unsigned long long, l, 52, 1023, 4503599627370496.0)
