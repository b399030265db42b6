// expect: safe
// options: --no-spurious-failures

/* What the operations of stdatomic.h yield and leave behind, with and without an order. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_int number = ATOMIC_VAR_INIT(3);
atomic_uchar small = 250;
atomic_bool truth;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic(int *) pointer;
atomic_llong wide;

int main(void) {
    int expected = 5, target[2] = {1, 2};

    assert(atomic_load(&number) == 3 && atomic_load_explicit(&number, memory_order_acquire) == 3);
    atomic_store(&number, 4);
    assert(number == 4);
    atomic_store_explicit(&number, 9, memory_order_release);
    assert(number == 9);
    assert(atomic_exchange(&number, 10) == 9 && number == 10);
    assert(atomic_exchange_explicit(&number, 9, memory_order_acq_rel) == 10 && number == 9);
    atomic_init(&wide, 1LL << 40);
    assert(wide == 1LL << 40);

    assert(!atomic_compare_exchange_strong(&number, &expected, 1) && expected == 9 && number == 9);
    assert(atomic_compare_exchange_strong(&number, &expected, 1) && expected == 9 && number == 1);
    assert(!atomic_compare_exchange_strong_explicit(&number, &expected, 2, memory_order_seq_cst, memory_order_relaxed));
    assert(expected == 1 && number == 1);
    assert(atomic_compare_exchange_strong_explicit(&number, &expected, 2, memory_order_seq_cst, memory_order_relaxed));
    assert(expected == 1 && number == 2);
    assert(!atomic_compare_exchange_weak(&number, &expected, 3) && expected == 2 && number == 2);
    assert(!atomic_compare_exchange_weak_explicit(&small, &(unsigned char){1}, 3, memory_order_acquire,
                                                  memory_order_relaxed));
    do
        expected = atomic_load(&number);
    while (!atomic_compare_exchange_weak(&number, &expected, 9));
    assert(expected == 2 && number == 9);

    assert(atomic_fetch_add(&number, 3) == 9 && number == 12);
    assert(atomic_fetch_sub(&number, 2) == 12 && number == 10);
    assert(atomic_fetch_and(&number, 6) == 10 && number == 2);
    assert(atomic_fetch_or(&number, 5) == 2 && number == 7);
    assert(atomic_fetch_xor(&number, 2) == 7 && number == 5);
    assert(atomic_fetch_add_explicit(&small, 10, memory_order_relaxed) == 250 && small == 4);
    assert(atomic_fetch_sub_explicit(&small, 5, memory_order_relaxed) == 4 && small == 255);
    assert(atomic_fetch_and_explicit(&small, 15, memory_order_relaxed) == 255 && small == 15);
    assert(atomic_fetch_or_explicit(&small, 16, memory_order_relaxed) == 15 && small == 31);
    assert(atomic_fetch_xor_explicit(&small, 3, memory_order_relaxed) == 31 && small == 28);

    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    atomic_flag_clear_explicit(&flag, memory_order_release);
    assert(!atomic_flag_test_and_set(&flag));

    atomic_store(&truth, 2);
    assert(truth == 1 && atomic_exchange(&truth, false) == true);
    atomic_store(&pointer, target);
    assert(*atomic_exchange(&pointer, target + 1) == 1 && *atomic_load(&pointer) == 2);
    /* An atomic operation in the argument of another. */
    atomic_store(&number, atomic_fetch_add(&number, atomic_load(&small)) + 33);
    assert(number == 5 + 33);

    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    assert(atomic_is_lock_free(&number) && kill_dependency(number) == 38);

    /* The operators are operations of their own. */
    number++;
    assert(number-- == 39);
    number += 2, number -= 1, number |= 64, number &= ~2, number ^= 1;
    assert(number == 100);
    return 0;
}
