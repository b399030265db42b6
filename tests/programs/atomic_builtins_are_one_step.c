// expect: no-violation
// rounds: 3

/* No update by a builtin is lost, whichever it is, and only one thread wins a comparison. */
#include <assert.h>
#include <pthread.h>

int sum, other_sum, bits = 1, odd, toggled, winner, swapped, taken, winners;

void *work(void *argument) {
    int mask = (int)(long)argument, nobody = 0;
    __atomic_fetch_add(&sum, mask, __ATOMIC_RELAXED);
    __sync_sub_and_fetch(&other_sum, mask);
    __atomic_or_fetch(&bits, mask, __ATOMIC_RELAXED);
    __sync_fetch_and_xor(&toggled, mask | 8);
    if (__atomic_compare_exchange_n(&winner, &nobody, mask, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
        __atomic_add_fetch(&winners, 1, __ATOMIC_SEQ_CST);
    if (__sync_bool_compare_and_swap(&swapped, 0, mask))
        __atomic_add_fetch(&winners, 10, __ATOMIC_SEQ_CST);
    if (!__sync_lock_test_and_set(&taken, 1))
        __atomic_add_fetch(&winners, 100, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)2);
    pthread_create(&b, 0, work, (void *)4);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 6 && other_sum == -6 && bits == 7 && toggled == 6);
    assert(winner == swapped || winner + swapped == 6);
    assert(winners == 111);
    return 0;
}
