/* Numbers of stdlib.h and inttypes.h. Random numbers are arbitrary: any sequence may come. */
#include "bmc.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int abs(int value)
{
    return value < 0 ? __bmc_checked(-value) : value;
}

long labs(long value)
{
    return value < 0 ? __bmc_checked(-value) : value;
}

long long llabs(long long value)
{
    return value < 0 ? __bmc_checked(-value) : value;
}

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? __bmc_checked(-value) : value;
}

div_t div(int numerator, int denominator)
{
    div_t result;
    result.quot = __bmc_checked(numerator / denominator);
    result.rem = numerator % denominator;
    return result;
}

ldiv_t ldiv(long numerator, long denominator)
{
    ldiv_t result;
    result.quot = __bmc_checked(numerator / denominator);
    result.rem = numerator % denominator;
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    lldiv_t result;
    result.quot = __bmc_checked(numerator / denominator);
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

static int digit_of(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'z')
        return character - 'a' + 10;
    if (character >= 'A' && character <= 'Z')
        return character - 'A' + 10;
    return 99;
}

/* The absolute value, at most `most`; `negative` says which side of zero it is on. */
static unsigned long long parse(const char *text, char **end, int base, unsigned long long most, _Bool *negative,
                                _Bool *too_large)
{
    const char *start = text;
    unsigned long long value = 0;
    _Bool any = 0;
    *too_large = 0;
    *negative = 0;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    while (isspace((unsigned char)*text))
        text++;
    *negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    _Bool prefix = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && digit_of(text[2]) < 16;
    if ((base == 0 || base == 16) && prefix) {
        base = 16;
        text += 2;
    } else if (base == 0) {
        base = text[0] == '0' ? 8 : 10;
    }
    for (;; text++) {
        int digit = digit_of(*text);
        if (digit >= base)
            break;
        any = 1;
        if (value > (most - (unsigned)digit) / (unsigned)base) {
            value = most;
            *too_large = 1;
            errno = ERANGE;
        } else {
            value = value * (unsigned)base + (unsigned)digit;
        }
    }
    if (end)
        *end = (char *)(any ? text : start);
    return value;
}

static long long in_range(const char *text, char **end, int base, long long most)
{
    _Bool negative, too_large;
    unsigned long long value = parse(text, end, base, (unsigned long long)most + 1, &negative, &too_large);
    if (negative)
        return (long long)-value;
    if (value > (unsigned long long)most) {
        errno = ERANGE;
        return most;
    }
    return (long long)value;
}

long strtol(const char *text, char **end, int base)
{
    return (long)in_range(text, end, base, LONG_MAX);
}

long long strtoll(const char *text, char **end, int base)
{
    return in_range(text, end, base, LLONG_MAX);
}

unsigned long strtoul(const char *text, char **end, int base)
{
    _Bool negative, too_large;
    unsigned long value = (unsigned long)parse(text, end, base, ULONG_MAX, &negative, &too_large);
    return negative && !too_large ? -value : value;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    _Bool negative, too_large;
    unsigned long long value = parse(text, end, base, ULLONG_MAX, &negative, &too_large);
    return negative && !too_large ? -value : value;
}

long long atoll(const char *text)
{
    long long value = 0;
    int negative = 0;
    while (isspace((unsigned char)*text))
        text++;
    if (*text == '-' || *text == '+') {
        negative = *text == '-';
        text++;
    }
    while (isdigit((unsigned char)*text)) {
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

/* Floating-point numbers are not read: any number may come, from any part of the text. */
double strtod(const char *text, char **end)
{
    size_t length = strlen(text);
    size_t used = (size_t)__VERIFIER_nondet_long();
    __bmc_assume(used <= length);
    if (end)
        *end = (char *)text + used;
    return __VERIFIER_nondet_double();
}

float strtof(const char *text, char **end)
{
    return (float)strtod(text, end);
}

double atof(const char *text)
{
    return __VERIFIER_nondet_double();
}
