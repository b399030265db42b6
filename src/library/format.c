/*
 * Text made by sprintf and its like, exactly, except for floating-point numbers, of which an arbitrary digit is
 * written. The flags '-', '0', '+', ' ' and '#', width, precision and the usual lengths are known.
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
        for (;; format++) {
            if (*format == 'l' || *format == 'z' || *format == 't' || *format == 'j' || *format == 'q') {
                size_of_int = is_wide || *format == 'j' || *format == 'q' ? sizeof(long long) : sizeof(long);
                is_wide = 1;
            } else if (*format == 'h') {
                size_of_int = size_of_int == sizeof(int) ? sizeof(short) : 1;
            } else if (*format != 'L') {
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
        } else if (kind == 0) {
            break;
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
