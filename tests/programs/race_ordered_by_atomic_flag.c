// expect: no-violation
// rounds: 4   unwind: 2
// options: --check race

/* The flag is atomic and the message is only read behind it. */
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int ready;

static void *produce(void *arg) {
    message = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}

static void *consume(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_acquire))
        return message == 42 ? arg : 0;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, produce, 0);
    pthread_create(&second, 0, consume, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
