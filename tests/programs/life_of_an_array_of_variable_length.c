// expect: violated pointer line=16
// rounds: 1   unwind: 1   min-rounds: 1
// data-models: both

// It ends with its block, like other variables.
#include <assert.h>
int n = 3;
int main(void) {
    int *p = 0;
    for (int k = 1; k < 3; k++) {
        int a[n + k];
        a[k] = k;
        p = &a[k];
        assert(*p == k);
    }
    return *p;
}
