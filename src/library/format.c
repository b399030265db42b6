/*
 * Text made by sprintf and its like, exactly, except that of a floating-point number an arbitrary digit is
 * written, unless the program is run: all digits would be much work for the search and of no use. The flags '-',
 * '0', '+', ' ' and '#', width, precision and the usual lengths are known.
 */
#include "bmc.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct text {
    char *buffer;
    size_t size;
    size_t length;
};

static void put(struct text *out, char character)
{
    if (out->length + 1 < out->size)
        out->buffer[out->length] = character;
    out->length++;
}

static void pad(struct text *out, char character, int count)
{
    for (; count > 0; count--)
        put(out, character);
}

/* What is read must not lie where the text is written: sprintf(line, "%s.", line) appends nothing. */
static void require_apart(struct text *out, const char *text, int read)
{
    size_t written = out->length < out->size ? out->length : out->size;
    uintptr_t behind = (uintptr_t)text - (uintptr_t)out->buffer;
    uintptr_t before = (uintptr_t)out->buffer - (uintptr_t)text;
    __bmc_require(written == 0 || (behind >= written && before >= (uintptr_t)read),
                  "source and destination do not overlap");
}

static void put_text(struct text *out, const char *text, int precision, int width, _Bool left)
{
    int length = 0;
    while ((precision < 0 || length < precision) && text[length])
        length++;
    if (!left)
        pad(out, ' ', width - length);
    for (int index = 0; index < length; index++)
        put(out, text[index]);
    if (left)
        pad(out, ' ', width - length);
    /* The end of the text is read too, unless the precision comes first. */
    require_apart(out, text, length == precision ? length : length + 1);
}

struct style {
    _Bool left;
    _Bool zeros;
    _Bool alternate;
    char sign;
    int width;
    int precision;
};

static void put_number(struct text *out, unsigned long long value, _Bool negative, unsigned base, _Bool capital,
                       struct style *style)
{
    char digits[24];
    int count = 0;
    const char *known = capital ? "0123456789ABCDEF" : "0123456789abcdef";
    _Bool is_zero = value == 0;
    while (value) {
        digits[count] = known[value % base];
        count++;
        value = value / base;
    }
    int least = style->precision < 0 ? 1 : style->precision;
    if (style->alternate && base == 8 && least <= count)
        least = count + 1;
    _Bool prefix = style->alternate && base == 16 && !is_zero;
    int zeros = count < least ? least - count : 0;
    char sign = negative ? '-' : style->sign;
    int total = count + zeros + (sign != 0) + (prefix ? 2 : 0);
    if (style->zeros && !style->left && style->precision < 0 && total < style->width) {
        zeros += style->width - total;
        total = style->width;
    }
    if (!style->left)
        pad(out, ' ', style->width - total);
    if (sign)
        put(out, sign);
    if (prefix) {
        put(out, '0');
        put(out, capital ? 'X' : 'x');
    }
    pad(out, '0', zeros);
    while (count > 0) {
        count--;
        put(out, digits[count]);
    }
    if (style->left)
        pad(out, ' ', style->width - total);
}

/* 0.d1d2d3... times 10 to the power of `point`; without digits it is zero. No double has more digits. */
struct decimal {
    unsigned char digits[1100];
    int count;
    int point;
};

/* Numbers with nine digits in each word, the lowest first. Returns how many words there are. */
static int multiply(unsigned int *words, int count, unsigned int factor)
{
    unsigned long long carry = 0;
    for (int index = 0; index < count; index++) {
        unsigned long long product = (unsigned long long)words[index] * factor + carry;
        words[index] = (unsigned int)(product % 1000000000);
        carry = product / 1000000000;
    }
    if (carry) {
        words[count] = (unsigned int)carry;
        count++;
    }
    return count;
}

/*
 * Exactly the number that the bits of a finite double stand for, without its sign. A number divided by a power of two
 * has the digits of the number multiplied by that power of five, so that only multiplication is needed, many powers
 * at a time: the largest and the smallest numbers would take long otherwise.
 */
static void to_decimal(unsigned long long bits, struct decimal *number)
{
    unsigned long long mantissa = bits & 0xfffffffffffffULL;
    int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent)
        mantissa |= 1ULL << 52;
    else
        exponent = 1;
    number->count = 0;
    number->point = 1;
    if (mantissa == 0)
        return;
    int power = exponent - 1075;
    for (; power < 0 && mantissa % 2 == 0; power++)
        mantissa = mantissa / 2;
    unsigned int words[90];
    int count = 0;
    for (; mantissa; mantissa = mantissa / 1000000000) {
        words[count] = (unsigned int)(mantissa % 1000000000);
        count++;
    }
    int places = power < 0 ? -power : 0;
    int fives = places;
    for (; fives >= 12; fives -= 12)
        count = multiply(words, count, 244140625);
    for (; fives > 0; fives--)
        count = multiply(words, count, 5);
    for (; power >= 29; power -= 29)
        count = multiply(words, count, 1u << 29);
    if (power > 0)
        count = multiply(words, count, 1u << power);
    for (count--; count >= 0; count--) {
        for (unsigned int unit = 100000000; unit; unit = unit / 10) {
            unsigned char digit = (unsigned char)(words[count] / unit % 10);
            if (digit || number->count) {
                number->digits[number->count] = digit;
                number->count++;
            }
        }
    }
    number->point = number->count - places;
}

/* To so many digits, half to even. */
static void round_to(struct decimal *number, int keep)
{
    if (keep >= number->count)
        return;
    if (keep < 0) {
        number->count = 0;
        return;
    }
    _Bool beyond_half = number->digits[keep] > 5;
    for (int index = keep + 1; index < number->count && !beyond_half; index++)
        beyond_half = number->digits[keep] == 5 && number->digits[index] != 0;
    _Bool odd = keep > 0 && number->digits[keep - 1] % 2 == 1;
    _Bool up = beyond_half || (number->digits[keep] == 5 && odd);
    number->count = keep;
    if (!up)
        return;
    int index = keep - 1;
    for (; index >= 0 && number->digits[index] == 9; index--)
        number->digits[index] = 0;
    if (index >= 0) {
        number->digits[index]++;
        return;
    }
    number->digits[0] = 1;
    number->count = keep > 0 ? keep : 1;
    number->point++;
}

static char digit_at(struct decimal *number, int index)
{
    return (char)('0' + (index >= 0 && index < number->count ? number->digits[index] : 0));
}

static int distance_from_zero(int number)
{
    return number < 0 ? -number : number;
}

/*
 * One digit before the point, the others behind it, and a power of two, which is how C and its libraries write %a.
 * The digit is 1 for a normal double, 0 for one that is too small for that, and has its highest bit set for a long
 * double: glibc writes the formats as they are in memory.
 */
static void put_hexadecimal(struct text *out, unsigned long long bits, char sign, _Bool capital, _Bool is_long_double,
                            struct style *style)
{
    /* The first digit in the highest four bits. */
    unsigned long long number = (bits & 0xfffffffffffffULL) << 8;
    int exponent = (int)(bits >> 52);
    if (exponent)
        number |= 1ULL << 60;
    else
        exponent = 1;
    exponent -= 1023;
    if (bits == 0)
        exponent = 0;
    else if (is_long_double) {
        exponent -= 3;
        number = number << 3;
        for (; !(number >> 63); exponent--)
            number = number << 1;
    }
    int precision = style->precision;
    if (precision < 0) {
        precision = 0;
        while (number << 4 << 4 * precision)
            precision++;
    } else if (precision < 15) {
        /* Half to even. */
        unsigned long long unit = 1ULL << (60 - 4 * precision);
        unsigned long long rest = number % unit;
        number -= rest;
        if (rest > unit / 2 || (rest == unit / 2 && number / unit % 2 == 1)) {
            number += unit;
            if (number == 0) {
                number = 1ULL << 60;
                exponent += 4;
            }
        }
    }
    char power[5];
    int power_length = 0;
    int distance = distance_from_zero(exponent);
    do {
        power[power_length] = (char)('0' + distance % 10);
        power_length++;
        distance = distance / 10;
    } while (distance);
    _Bool has_point = precision > 0 || style->alternate;
    int total = (sign != 0) + 3 + has_point + precision + 2 + power_length;
    int padding = total < style->width ? style->width - total : 0;
    if (!style->left && !style->zeros)
        pad(out, ' ', padding);
    if (sign)
        put(out, sign);
    put(out, '0');
    put(out, capital ? 'X' : 'x');
    if (!style->left && style->zeros)
        pad(out, '0', padding);
    const char *known = capital ? "0123456789ABCDEF" : "0123456789abcdef";
    put(out, known[number >> 60]);
    if (has_point)
        put(out, '.');
    for (int index = 0; index < precision; index++) {
        number = number << 4;
        put(out, known[number >> 60]);
    }
    put(out, capital ? 'P' : 'p');
    put(out, exponent < 0 ? '-' : '+');
    while (power_length > 0) {
        power_length--;
        put(out, power[power_length]);
    }
    if (style->left)
        pad(out, ' ', padding);
}

static void put_double(struct text *out, double value, char kind, _Bool is_long_double, struct style *style)
{
    unsigned long long bits = __bmc_float_bits(value);
    char sign = bits >> 63 ? '-' : style->sign;
    bits = bits & ~(1ULL << 63);
    _Bool capital = kind >= 'A' && kind <= 'Z';
    if (capital)
        kind = (char)(kind - 'A' + 'a');
    if (bits >> 52 == 0x7ff) {
        const char *name = bits << 12 ? (capital ? "NAN" : "nan") : (capital ? "INF" : "inf");
        char text[5] = { sign, name[0], name[1], name[2], 0 };
        put_text(out, sign ? text : text + 1, -1, style->width, style->left);
        return;
    }
    if (kind == 'a') {
        put_hexadecimal(out, bits, sign, capital, is_long_double, style);
        return;
    }
    struct decimal number;
    to_decimal(bits, &number);
    int precision = style->precision < 0 ? 6 : style->precision;
    _Bool scientific = kind == 'e';
    if (kind == 'f') {
        round_to(&number, number.point + precision);
    } else if (kind == 'e') {
        round_to(&number, precision + 1);
    } else {
        if (precision == 0)
            precision = 1;
        round_to(&number, precision);
        int exponent = number.point - 1;
        scientific = exponent < -4 || exponent >= precision;
        if (!style->alternate) {
            while (number.count > 0 && number.digits[number.count - 1] == 0)
                number.count--;
            precision = number.count > 1 ? number.count : 1;
        }
        precision = scientific ? precision - 1 : precision - number.point;
        if (precision < 0)
            precision = 0;
    }
    int exponent = number.count ? number.point - 1 : 0;
    int before_point = scientific || number.point < 1 || number.count == 0 ? 1 : number.point;
    _Bool has_point = precision > 0 || style->alternate;
    int distance = distance_from_zero(exponent);
    int total = (sign != 0) + before_point + has_point + precision;
    if (scientific)
        total += distance > 99 ? 5 : 4;
    int padding = total < style->width ? style->width - total : 0;
    if (!style->left && !style->zeros)
        pad(out, ' ', padding);
    if (sign)
        put(out, sign);
    if (!style->left && style->zeros)
        pad(out, '0', padding);
    int first = scientific || number.count == 0 || number.point >= 1 ? 0 : number.point - 1;
    for (int index = 0; index < before_point; index++)
        put(out, digit_at(&number, first + index));
    if (has_point)
        put(out, '.');
    for (int index = 0; index < precision; index++)
        put(out, digit_at(&number, first + before_point + index));
    if (scientific) {
        put(out, capital ? 'E' : 'e');
        put(out, exponent < 0 ? '-' : '+');
        if (distance > 99)
            put(out, (char)('0' + distance / 100));
        put(out, (char)('0' + distance / 10 % 10));
        put(out, (char)('0' + distance % 10));
    }
    if (style->left)
        pad(out, ' ', padding);
}

static _Bool is_floating(char kind)
{
    return (kind >= 'e' && kind <= 'g') || (kind >= 'E' && kind <= 'G') || kind == 'a' || kind == 'A';
}

int vsnprintf(char *buffer, size_t size, const char *format, va_list list)
{
    struct text out = { buffer, size, 0 };
    for (; *format; format++) {
        if (*format != '%') {
            put(&out, *format);
            continue;
        }
        format++;
        struct style style = { 0, 0, 0, 0, 0, -1 };
        for (;; format++) {
            if (*format == '-')
                style.left = 1;
            else if (*format == '0')
                style.zeros = 1;
            else if (*format == '+')
                style.sign = '+';
            else if (*format == ' ')
                style.sign = style.sign ? style.sign : ' ';
            else if (*format == '#')
                style.alternate = 1;
            else
                break;
        }
        if (*format == '*') {
            style.width = va_arg(list, int);
            if (style.width < 0) {
                style.left = 1;
                style.width = -style.width;
            }
            format++;
        }
        for (; *format >= '0' && *format <= '9'; format++)
            style.width = style.width * 10 + (*format - '0');
        if (*format == '.') {
            style.precision = 0;
            format++;
            if (*format == '*') {
                style.precision = va_arg(list, int);
                format++;
            }
            for (; *format >= '0' && *format <= '9'; format++)
                style.precision = style.precision * 10 + (*format - '0');
        }
        int size_of_int = sizeof(int);
        _Bool is_wide = 0;
        _Bool is_long_double = 0;
        for (;; format++) {
            if (*format == 'l' || *format == 'z' || *format == 't' || *format == 'j' || *format == 'q') {
                size_of_int = is_wide || *format == 'j' || *format == 'q' ? sizeof(long long) : sizeof(long);
                is_wide = 1;
            } else if (*format == 'h') {
                size_of_int = size_of_int == sizeof(int) ? sizeof(short) : 1;
            } else if (*format == 'L') {
                is_long_double = 1;
            } else {
                break;
            }
        }
        char kind = *format;
        if (kind == 'd' || kind == 'i') {
            long long value = size_of_int == sizeof(long long) ? va_arg(list, long long)
                              : size_of_int == sizeof(long)    ? va_arg(list, long)
                                                               : va_arg(list, int);
            if (size_of_int == sizeof(short))
                value = (short)value;
            if (size_of_int == 1)
                value = (signed char)value;
            unsigned long long distance = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
            put_number(&out, distance, value < 0, 10, 0, &style);
        } else if (kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
            unsigned long long value = size_of_int == sizeof(long long) ? va_arg(list, unsigned long long)
                                       : size_of_int == sizeof(long)    ? va_arg(list, unsigned long)
                                                                        : va_arg(list, unsigned int);
            if (size_of_int == sizeof(short))
                value = (unsigned short)value;
            if (size_of_int == 1)
                value = (unsigned char)value;
            style.sign = 0;
            put_number(&out, value, 0, kind == 'u' ? 10 : kind == 'o' ? 8 : 16, kind == 'X', &style);
        } else if (kind == 'p') {
            style.alternate = 1;
            put_number(&out, (uintptr_t)va_arg(list, void *), 0, 16, 0, &style);
        } else if (kind == 'c') {
            char character[1] = { (char)va_arg(list, int) };
            if (!style.left)
                pad(&out, ' ', style.width - 1);
            put(&out, character[0]);
            if (style.left)
                pad(&out, ' ', style.width - 1);
        } else if (kind == 's') {
            const char *text = va_arg(list, const char *);
            put_text(&out, text ? text : "(null)", style.precision, style.width, style.left);
        } else if (kind == 'n') {
            *va_arg(list, int *) = (int)out.length;
        } else if (kind == '%') {
            put(&out, '%');
        } else if (!is_floating(kind)) {
            __bmc_require(0, "every conversion of the format is one of C");
            if (kind == 0)
                break;
        } else if (__bmc_is_run()) {
            double value = is_long_double ? (double)va_arg(list, long double) : va_arg(list, double);
            put_double(&out, value, kind, is_long_double, &style);
        } else {
            /* A floating-point number takes eight bytes. */
            (void)va_arg(list, long long);
            put(&out, (char)('0' + (__VERIFIER_nondet_int() & 7)));
        }
    }
    if (size > 0)
        buffer[out.length < size ? out.length : size - 1] = 0;
    return (int)out.length;
}

int vsprintf(char *buffer, const char *format, va_list list)
{
    return vsnprintf(buffer, SIZE_MAX / 2, format, list);
}

int snprintf(char *buffer, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(buffer, size, format, list);
    va_end(list);
    return length;
}

int sprintf(char *buffer, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(buffer, SIZE_MAX / 2, format, list);
    va_end(list);
    return length;
}
