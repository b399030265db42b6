/* Numbers of stdlib.h and inttypes.h. Random numbers are arbitrary: any sequence may come. */
#include "bmc.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}

div_t div(int numerator, int denominator)
{
    div_t result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

ldiv_t ldiv(long numerator, long denominator)
{
    ldiv_t result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    lldiv_t result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

int rand(void)
{
    return __VERIFIER_nondet_int() & RAND_MAX;
}

int rand_r(unsigned int *seed)
{
    *seed = (unsigned int)__VERIFIER_nondet_int();
    return __VERIFIER_nondet_int() & RAND_MAX;
}

long random(void)
{
    return __VERIFIER_nondet_int() & RAND_MAX;
}

void srand(unsigned int seed)
{
}

void srandom(unsigned int seed)
{
}

long long atoll(const char *text)
{
    long long value = 0;
    int negative = 0;
    while (isspace(*text))
        text++;
    if (*text == '-' || *text == '+') {
        negative = *text == '-';
        text++;
    }
    while (isdigit(*text)) {
        value = value * 10 + (*text - '0');
        text++;
    }
    return negative ? -value : value;
}

long atol(const char *text)
{
    return (long)atoll(text);
}

int atoi(const char *text)
{
    return (int)atoll(text);
}

int ffs(int value)
{
    for (int position = 0; position < 32; position++)
        if ((unsigned int)value >> position & 1)
            return position + 1;
    return 0;
}
