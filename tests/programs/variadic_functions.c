// expect: safe
// data-models: both

/* Variable arguments of several types, handed on as a list, copied, through a function pointer. */
#include <assert.h>
#include <stdarg.h>

struct point {
    int x;
    int y;
    long z;
};

int total(int count, ...)
{
    va_list list;
    va_start(list, count);
    int sum = 0;
    for (int index = 0; index < count; index++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

long of_list(va_list list)
{
    long number = va_arg(list, long);
    char *text = va_arg(list, char *);
    return number + text[0];
}

long mixed(const char *name, ...)
{
    va_list list, again;
    va_start(list, name);
    va_copy(again, list);
    short small = (short)va_arg(list, int);
    struct point point = va_arg(list, struct point);
    long result = small + point.y + point.z + of_list(list);
    va_end(list);
    assert(va_arg(again, int) == small);
    va_end(again);
    return result;
}

int main(void)
{
    assert(total(0) == 0);
    assert(total(3, 1, 'b' - 'a', (short)5) == 7);
    struct point point = { 1, 20, 300 };
    assert(mixed("m", (short)-4, point, 1000L, "A") == -4 + 320 + 1000 + 65);
    int (*function)(int, ...) = total;
    assert(function(2, 40, 2) == 42);
    return 0;
}
