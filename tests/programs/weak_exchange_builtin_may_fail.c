// expect: violated assert line=13
// rounds: 1   min-rounds: 1

/* The builtins that the functions of gcc's stdatomic.h are made of. */
#include <assert.h>

int number = 5;

int main(void) {
    int expected = 5, desired = 6;
    assert(__atomic_compare_exchange(&number, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    expected = 6;
    assert(__atomic_compare_exchange_n(&number, &expected, 7, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return 0;
}
