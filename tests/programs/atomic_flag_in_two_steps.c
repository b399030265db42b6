// expect: violated assert line=29
// also: race
// rounds: 3   unwind: 1   min-rounds: 3

/* A spin lock that looks and takes in two steps: fences do not make one of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool flag;
int count;

void *work(void *unused) {
    while (atomic_load_explicit(&flag, memory_order_relaxed))
        ;
    atomic_store(&flag, 1);
    atomic_thread_fence(memory_order_acquire);
    int seen = count;
    count = seen + 1;
    atomic_store(&flag, 0);
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
