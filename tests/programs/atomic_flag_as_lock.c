// expect: no-violation
// rounds: 4   unwind: 2

/* A spin lock out of atomic_flag, with a fence behind it: no update is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag flag = ATOMIC_FLAG_INIT;
int count;

void *work(void *unused) {
    while (atomic_flag_test_and_set_explicit(&flag, memory_order_relaxed))
        ;
    atomic_thread_fence(memory_order_acquire);
    int seen = count;
    count = seen + 1;
    atomic_flag_clear(&flag);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    assert(count == 2);
    return 0;
}
