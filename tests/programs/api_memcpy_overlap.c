// expect: violated api line=10
// min-rounds: 1

/* Moving elements by one place is work for memmove. */
#include <string.h>

int main(void)
{
    int queue[4] = {1, 2, 3, 4};
    memcpy(queue, queue + 1, 3 * sizeof(int));
    return 0;
}
