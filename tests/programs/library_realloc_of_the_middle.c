// expect: violated free line=10
// min-rounds: 1

/* Only a pointer that malloc returned can be given to realloc. */
#include <stdlib.h>

int main(void)
{
    char *block = malloc(8);
    char *rest = realloc(block + 4, 4);
    free(rest);
    return 0;
}
