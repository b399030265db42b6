// expect: safe

/* A pointer to the variable of the running iteration is good. */
#include <assert.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int step = i;
        int *present = &step;
        sum += *present;
    }
    assert(sum == 3);
    return 0;
}
