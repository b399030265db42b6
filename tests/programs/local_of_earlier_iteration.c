// expect: violated pointer line=16
// rounds: 1   unwind: 1   min-rounds: 1

/* Every iteration has a variable of its own; the first one's does not last until the third. */
#include <assert.h>
#include <pthread.h>

static int steps[3];

int main(void) {
    int *first = 0;
    for (int i = 0; i < 3; i++) {
        int step = i;
        if (i == 0)
            first = &step;
        if (i == 2 && *first == 0)
            steps[i] = 1;
    }
    return 0;
}
