// expect: no-violation
// rounds: 3

/* Every operation of stdatomic.h is one step. */
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>

atomic_int counter;
_Atomic unsigned int bits = ATOMIC_VAR_INIT(8);
atomic_flag flag = ATOMIC_FLAG_INIT;
int winners;

void *work(void *unused)
{
    atomic_fetch_add(&counter, 1);
    atomic_fetch_or_explicit(&bits, 3, memory_order_relaxed);
    int expected = 0;
    static atomic_int leader;
    if (atomic_compare_exchange_strong(&leader, &expected, 1))
        winners++;
    else
        assert(expected == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    assert(atomic_load(&counter) == 2);
    assert(atomic_exchange(&bits, 5) == 11);
    assert(bits == 5);
    assert(winners == 1);
    assert(!atomic_flag_test_and_set(&flag));
    assert(atomic_flag_test_and_set(&flag));
    return 0;
}
