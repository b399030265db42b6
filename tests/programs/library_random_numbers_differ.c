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
    int chosen = rand_r(&seed) == 12 && rand() == 34567 && first < 100;
    assert(!chosen || first == random());
    return 0;
}
