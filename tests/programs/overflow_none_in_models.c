// expect: safe
// unwind: 30
// options: --check overflow

/* What the library computes is its own affair. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char text[24];
    snprintf(text, sizeof text, "%d", -2147483647 - 1);
    return strcmp(text, "-2147483648") || strtol("99999999999999999999", 0, 10) < 0 || rand() < 0;
}
