// expect: violated overflow line=11
// min-rounds: 1
// options: --check overflow

/* Folded by the compiler, and undefined all the same when it is evaluated. */
#include <limits.h>

int main(void)
{
    int size = sizeof(INT_MAX + 1);
    return size == INT_MAX + 1;
}
