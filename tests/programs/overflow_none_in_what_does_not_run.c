// expect: safe
// options: --check overflow

/* Operands of sizeof, and what a constant condition leaves out. */
#include <limits.h>

static int from_translation = (int)(UINT_MAX / 2);
enum { LEAST = -INT_MAX - 1 };

int main(void)
{
    int size = sizeof(INT_MAX + 1);
    int chosen = 1 ? size : INT_MAX + 1;
    if (0)
        chosen = 1 / 0;
    chosen += 0 && 1 << 40;
    __typeof__(INT_MAX * 2) other = chosen;
    return other == LEAST || from_translation == 0;
}
