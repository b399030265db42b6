// expect: safe

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int shorten(char *buffer, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(buffer, size, format, list);
    va_end(list);
    return length;
}

int format_text(char *buffer, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsprintf(buffer, format, list);
    va_end(list);
    return length;
}

int main(void)
{
    char text[32];
    int length = sprintf(text, "%s-%d/%04x%c", "ab", -12, 0xbe, '!');
    assert(length == 12 && strcmp(text, "ab--12/00be!") == 0);
    assert(snprintf(text, 4, "%d", 123456) == 6);
    assert(strcmp(text, "123") == 0);
    assert(shorten(text, sizeof text, "%5u|%-4s|%.2s|%ld|%%", 7u, "x", "long", 100000L) == 22);
    assert(strcmp(text, "    7|x   |lo|100000|%") == 0);
    assert(format_text(text, "%+d %#x %hhd %o", 5, 255, 257, 8) == 12 && strcmp(text, "+5 0xff 1 10") == 0);
    return 0;
}
