/*
 * Output, for a program that is run: the interpreter writes what __bmc_put is called with. A program that is only
 * checked never gets here, since nothing in it depends on what it writes.
 */
#include "bmc.h"
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

void __bmc_put(FILE *stream, unsigned char character)
{
}

int __bmc_output_putc(int character, FILE *stream)
{
    __bmc_put(stream, (unsigned char)character);
    return (unsigned char)character;
}

int __bmc_output_fputc(int character, FILE *stream)
{
    return __bmc_output_putc(character, stream);
}

int __bmc_output_putchar(int character)
{
    return __bmc_output_putc(character, stdout);
}

int __bmc_output_fputs(const char *text, FILE *stream)
{
    for (; *text; text++)
        __bmc_put(stream, (unsigned char)*text);
    return 1;
}

int __bmc_output_puts(const char *text)
{
    __bmc_output_fputs(text, stdout);
    __bmc_put(stdout, '\n');
    return 1;
}

int __bmc_output_vfprintf(FILE *stream, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(0, 0, format, list);
    char text[length + 1];
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    for (int index = 0; index < length; index++)
        __bmc_put(stream, (unsigned char)text[index]);
    return length;
}

int __bmc_output_vprintf(const char *format, va_list list)
{
    return __bmc_output_vfprintf(stdout, format, list);
}

int __bmc_output_printf(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = __bmc_output_vfprintf(stdout, format, list);
    va_end(list);
    return length;
}

int __bmc_output_fprintf(FILE *stream, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = __bmc_output_vfprintf(stream, format, list);
    va_end(list);
    return length;
}

int __bmc_output_dprintf(int descriptor, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    FILE *stream = descriptor == 1 ? stdout : descriptor == 2 ? stderr : stdin;
    int length = __bmc_output_vfprintf(stream, format, list);
    va_end(list);
    return length;
}

void __bmc_output_perror(const char *text)
{
    if (text && *text) {
        __bmc_output_fputs(text, stderr);
        __bmc_output_fputs(": ", stderr);
    }
    __bmc_output_fprintf(stderr, "error %d\n", errno);
}

int __bmc_output_fflush(FILE *stream)
{
    return 0;
}
