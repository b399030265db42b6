/* Values that the program does not compute itself, as they were in the run. */
#include "follow.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

unsigned long long bmc_input(const char *name)
{
    if (bmc_self < 0)
        return 0;
    return bmc_do(bmc_find(INPUT, name, -1))->value;
}

/* What only writes is an input where its result is used, and nothing otherwise. */
int bmc_expects(const char *name)
{
    return bmc_self >= 0 && bmc_find(INPUT, name, -1) >= 0;
}

int bmc_answer(const char *question)
{
    for (const struct answer *answer = bmc_answers; answer->question; answer++)
        if (strcmp(answer->question, question) == 0)
            return answer->answer;
    return 0;
}

/* The bits of numbers, for the models. */
unsigned int bmc_bits_of_float(float number)
{
    unsigned int bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

unsigned long long bmc_bits_of_double(double number)
{
    unsigned long long bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

float bmc_float_of_bits(unsigned int bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

double bmc_double_of_bits(unsigned long long bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* What scanf reads. */

#define SCANNED "a value that is read"

static void put(unsigned char **at, const unsigned char *bytes, long long size)
{
    bmc_access(*at, size, 1, 0);
    memcpy(*at, bytes, (size_t)size);
    *at += size;
}

static void read_value(unsigned char **at)
{
    const struct entry *entry = bmc_do(bmc_find(INPUT, SCANNED, -1));
    put(at, (const unsigned char *)&entry->value, entry->size < 8 ? entry->size : 8);
}

static int scan(const char *name, const char *format, va_list list)
{
    int count = (int)bmc_input(name), number = 0;
    for (; *format; format++) {
        if (*format != '%' || *++format == '%')
            continue;
        int is_suppressed = *format == '*';
        format += is_suppressed;
        int width = 0;
        for (; *format >= '0' && *format <= '9'; format++)
            width = width * 10 + *format - '0';
        format += strspn(format, "hljztLq");
        char kind = *format;
        if (kind == '[') {
            format += format[1] == '^' ? 2 : 1;
            format += strcspn(format + 1, "]") + 1;
        }
        if (is_suppressed)
            continue;
        unsigned char *at = va_arg(list, void *);
        if (number < count && (kind == 'c' || kind == 's' || kind == '[')) {
            for (int i = 0; i < (width == 0 ? 1 : width); i++)
                read_value(&at);
            if (kind != 'c')
                put(&at, (const unsigned char *)"", 1);
        } else if (number < count) {
            read_value(&at);
        }
        number += kind != 'n';
    }
    return count;
}

/* A function that no file defines writes what it wrote in the run. */

static const struct entry *next_input(const char *name, const char *purpose)
{
    int index = bmc_self < 0 ? -1 : bmc_find(INPUT, NULL, -1);
    if (index < 0)
        return NULL;
    const struct entry *entry = &bmc_histories[bmc_self].entries[index];
    size_t length = strlen(name);
    int is_meant = strncmp(entry->name, name, length) == 0
                   && strncmp(entry->name + length, purpose, strlen(purpose)) == 0;
    return is_meant ? bmc_do(index) : NULL;
}

void bmc_do_undefined(const char *name, int decisions, void **parameters)
{
    const struct entry *entry;
    for (; decisions > 0 && next_input(name, " decides") != NULL; decisions--)
        while ((entry = next_input(name, " writes ")) != NULL) {
            int number = 0;
            long long distance = 0;
            sscanf(entry->name + strlen(name), " writes %d %lld", &number, &distance);
            unsigned char *at = (unsigned char *)parameters[number] + distance;
            put(&at, (const unsigned char *)&entry->value, entry->size < 8 ? entry->size : 8);
        }
}

#define SCANS(name, spelling, ...) \
    int bmc_library_##name(__VA_ARGS__, ...) \
    { \
        va_list list; \
        va_start(list, format); \
        int count = scan(bmc_expects(#name) ? #name : spelling, format, list); \
        va_end(list); \
        return count; \
    }

SCANS(scanf, "scanf", const char *format)
SCANS(fscanf, "fscanf", FILE *stream, const char *format)
SCANS(sscanf, "sscanf", const char *text, const char *format)
SCANS(__isoc99_scanf, "scanf", const char *format)
SCANS(__isoc99_fscanf, "fscanf", FILE *stream, const char *format)
SCANS(__isoc99_sscanf, "sscanf", const char *text, const char *format)
SCANS(__isoc23_scanf, "scanf", const char *format)
SCANS(__isoc23_fscanf, "fscanf", FILE *stream, const char *format)
SCANS(__isoc23_sscanf, "sscanf", const char *text, const char *format)
