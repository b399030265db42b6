// expect: violated assert line=15
// rounds: 1   unwind: 3   min-rounds: 1

/* A loop that does something about a failure can tell how often it failed. */
#include <assert.h>
#include <stdatomic.h>

atomic_int number;

int main(void) {
    int expected = 0, attempts = 0;
    while (!atomic_compare_exchange_weak_explicit(&number, &expected, 1, memory_order_acq_rel, memory_order_relaxed))
        attempts++;
    assert(number == 1 && expected == 0);
    assert(attempts < 2);
    return 0;
}
