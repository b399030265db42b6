// expect: bounded
// unwind: 8
// names: library_environment_is_short.c:13: a variable of the environment that is longer than 15 characters

/* The model's texts are short, so what a long one does is not known. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char copy[16];
    char *name = getenv("NAME");
    if (name)
        strcpy(copy, name);
    return 0;
}
