// expect: violated assert line=12
// rounds: 1   min-rounds: 1

/* A weak compare-exchange may fail though the values are equal. */
#include <assert.h>
#include <stdatomic.h>

atomic_int number = 5;

int main(void) {
    int expected = 5;
    assert(atomic_compare_exchange_weak(&number, &expected, 6));
    return 0;
}
