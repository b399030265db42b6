// expect: violated pointer line=14
// rounds: 1   min-rounds: 1
// data-models: both

/* Another array is not reached by an index that is large enough, however addresses are numbered. */
#include <pthread.h>

int a[4], b[4];
long far = sizeof(void *) == 8 ? 0x40000000 : 0x4000;

int main(void) {
    b[0] = 5;
    for (int i = 0; i < 4; i++)
        a[i + far] = i;
    return b[0];
}
