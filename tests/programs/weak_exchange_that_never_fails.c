// expect: safe
// options: --no-spurious-failures

#include <assert.h>
#include <stdatomic.h>

atomic_int number = 5;

int main(void) {
    int expected = 5;
    assert(atomic_compare_exchange_weak(&number, &expected, 6));
    assert(__atomic_compare_exchange_n(&number, &expected, 7, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) == 0);
    assert(expected == 6);
    assert(__atomic_compare_exchange_n(&number, &expected, 7, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return 0;
}
