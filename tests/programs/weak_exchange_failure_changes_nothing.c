// expect: safe

/* Failing without need leaves everything as it was. */
#include <assert.h>
#include <stdatomic.h>

atomic_int number = 5;
int other = 5;

int main(void) {
    int expected = 5;
    if (!atomic_compare_exchange_weak_explicit(&number, &expected, 6, memory_order_acq_rel, memory_order_acquire))
        assert(number == 5 && expected == 5);
    else
        assert(number == 6 && expected == 5);
    expected = 5;
    if (!__atomic_compare_exchange_n(&other, &expected, 6, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        assert(other == 5 && expected == 5);
    else
        assert(other == 6 && expected == 5);
    return 0;
}
