// expect: safe

/* Printing changes nothing, but its arguments are evaluated, each once. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

int evaluated;

int count(void) {
    return ++evaluated;
}

const char *text(void) {
    evaluated++;
    return "text";
}

void log_line(const char *format, ...) {
    va_list list;
    va_start(list, format);
    count(), vprintf(format, list);
    va_end(list);
    va_start(list, format);
    count(), vfprintf(stderr, format, list);
    va_end(list);
}

int main(void) {
    printf("%d %d", count(), count());
    fprintf(stderr, "%d", count());
    dprintf(1, "%d", count());
    puts(text());
    putchar(count());
    putchar_unlocked(count());
    putc(count(), stdout);
    fputc(count(), stderr);
    fputs(text(), stdout);
    perror(text());
    assert(evaluated == 11);
    __builtin_printf("%d", count());
    fflush(count() ? stdout : stderr);
    setbuf(stdout, (count(), (char *)0));
    setvbuf(stdout, (char *)0, _IONBF, count());
    log_line(text(), count());
    assert(evaluated == 19);
    return 0;
}
