// expect: safe

/* What gcc's older __sync builtins yield and leave behind. */
#include <assert.h>

int number = 9;
long long wide = 1;
int *pointer;

int main(void) {
    assert(__sync_fetch_and_add(&number, 3) == 9 && number == 12);
    assert(__sync_fetch_and_sub(&number, 2) == 12 && number == 10);
    assert(__sync_fetch_and_and(&number, 6) == 10 && number == 2);
    assert(__sync_fetch_and_or(&number, 5) == 2 && number == 7);
    assert(__sync_fetch_and_xor(&number, 2) == 7 && number == 5);
    assert(__sync_fetch_and_nand(&number, 4) == 5 && number == -5);
    number = 9;
    assert(__sync_add_and_fetch(&number, 3) == 12 && number == 12);
    assert(__sync_sub_and_fetch(&number, 2) == 10 && number == 10);
    assert(__sync_and_and_fetch(&number, 6) == 2 && number == 2);
    assert(__sync_or_and_fetch(&number, 5) == 7 && number == 7);
    assert(__sync_xor_and_fetch(&number, 2) == 5 && number == 5);
    assert(__sync_nand_and_fetch(&number, 4) == -5 && number == -5);

    assert(!__sync_bool_compare_and_swap(&number, 1, 2) && number == -5);
    assert(__sync_bool_compare_and_swap(&number, -5, 2) && number == 2);
    assert(__sync_val_compare_and_swap(&number, 1, 3) == 2 && number == 2);
    assert(__sync_val_compare_and_swap(&number, 2, 3) == 2 && number == 3);
    assert(__sync_lock_test_and_set(&number, 1) == 3 && number == 1);
    __sync_lock_release(&number);
    assert(number == 0);
    __sync_synchronize();

    assert(__sync_add_and_fetch(&wide, 1LL << 40) == (1LL << 40) + 1);
    assert(__sync_bool_compare_and_swap(&pointer, 0, &number) && pointer == &number);
    return 0;
}
