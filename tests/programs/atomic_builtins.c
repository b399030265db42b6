// expect: safe

/* What gcc's __atomic builtins yield and leave behind. */
#include <assert.h>

int number = 3;
unsigned char flag;
long *pointer;

int main(void) {
    int value = 9, old = 0, expected = 5;
    long target[2] = {1, 2};

    assert(__atomic_load_n(&number, __ATOMIC_SEQ_CST) == 3);
    __atomic_load(&number, &old, __ATOMIC_ACQUIRE);
    assert(old == 3);
    __atomic_store_n(&number, 4, __ATOMIC_RELEASE);
    assert(number == 4);
    __atomic_store(&number, &value, __ATOMIC_RELAXED);
    assert(number == 9);
    assert(__atomic_exchange_n(&number, 10, __ATOMIC_ACQ_REL) == 9 && number == 10);
    __atomic_exchange(&number, &value, &old, __ATOMIC_SEQ_CST);
    assert(old == 10 && number == 9);

    assert(!__atomic_compare_exchange_n(&number, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(expected == 9 && number == 9);
    assert(__atomic_compare_exchange_n(&number, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(expected == 9 && number == 1);
    assert(!__atomic_compare_exchange(&number, &expected, &value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(expected == 1 && number == 1);
    assert(__atomic_compare_exchange(&number, &expected, &value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(number == 9);

    assert(__atomic_fetch_add(&number, 3, __ATOMIC_SEQ_CST) == 9 && number == 12);
    assert(__atomic_fetch_sub(&number, 2, __ATOMIC_SEQ_CST) == 12 && number == 10);
    assert(__atomic_fetch_and(&number, 6, __ATOMIC_SEQ_CST) == 10 && number == 2);
    assert(__atomic_fetch_or(&number, 5, __ATOMIC_SEQ_CST) == 2 && number == 7);
    assert(__atomic_fetch_xor(&number, 2, __ATOMIC_SEQ_CST) == 7 && number == 5);
    assert(__atomic_fetch_nand(&number, 4, __ATOMIC_SEQ_CST) == 5 && number == -5);
    number = 9;
    assert(__atomic_add_fetch(&number, 3, __ATOMIC_SEQ_CST) == 12 && number == 12);
    assert(__atomic_sub_fetch(&number, 2, __ATOMIC_SEQ_CST) == 10 && number == 10);
    assert(__atomic_and_fetch(&number, 6, __ATOMIC_SEQ_CST) == 2 && number == 2);
    assert(__atomic_or_fetch(&number, 5, __ATOMIC_SEQ_CST) == 7 && number == 7);
    assert(__atomic_xor_fetch(&number, 2, __ATOMIC_SEQ_CST) == 5 && number == 5);
    assert(__atomic_nand_fetch(&number, 4, __ATOMIC_SEQ_CST) == -5 && number == -5);

    assert(!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE) && flag);
    assert(__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
    __atomic_clear(&flag, __ATOMIC_RELEASE);
    assert(!flag);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    assert(__atomic_always_lock_free(sizeof(int), 0) && __atomic_is_lock_free(sizeof number, &number));

    __atomic_store_n(&pointer, target, __ATOMIC_SEQ_CST);
    assert(*__atomic_load_n(&pointer, __ATOMIC_SEQ_CST) == 1);
    /* The operand counts bytes, whatever the pointer points to. */
    __atomic_fetch_add(&pointer, sizeof(long), __ATOMIC_SEQ_CST);
    assert(*pointer == 2);

    /* Small types wrap around in their own width. */
    flag = 255;
    assert(__atomic_add_fetch(&flag, 2, __ATOMIC_SEQ_CST) == 1 && flag == 1);
    assert(__atomic_fetch_sub(&flag, 2, __ATOMIC_SEQ_CST) == 1 && flag == 255);
    return 0;
}
