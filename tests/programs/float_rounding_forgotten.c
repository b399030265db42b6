// expect: violated assert line=13
// rounds: 1   min-rounds: 1

/* The sum is not the decimal number one expects. */
#include <assert.h>

double prices[2] = {0.1, 0.2};

int main(void) {
    double sum = 0;
    for (int i = 0; i < 2; i++)
        sum += prices[i];
    assert(sum == 0.3);
    return 0;
}
