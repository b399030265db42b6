// The message once pointed into the model of malloc.
#include <stdlib.h>
int main(void) {
    char *p = malloc((size_t)-1);
    if (p)
        p[0] = 1;
    return 0;
}
