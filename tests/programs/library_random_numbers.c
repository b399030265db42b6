// expect: safe

/* Whatever number comes, it is not negative. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned seed = 1;
    srand(1);
    srandom(2);
    assert(rand() >= 0 && rand() <= RAND_MAX);
    assert(rand_r(&seed) >= 0 && random() >= 0);
    return 0;
}
