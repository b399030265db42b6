// expect: violated pointer line=12
// rounds: 1   min-rounds: 1

#include <stdarg.h>

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

int main(void)
{
    return total(3, 1, 2);
}
