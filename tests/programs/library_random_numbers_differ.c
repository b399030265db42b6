// expect: violated assert line=14
// rounds: 1   min-rounds: 1

/* Any sequence may come, also after the same seed. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned seed = 1;
    srandom(7);
    long first = random();
    srandom(7);
    int small = rand_r(&seed) < 100 && rand() < 100 && first < 100;
    assert(!small || first == random());
    return 0;
}
