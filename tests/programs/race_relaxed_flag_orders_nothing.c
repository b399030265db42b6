// expect: bounded
// rounds: 3   unwind: 1
// options: --check race

/* A relaxed flag orders nothing. The race is not looked for; the answer says so and is not SAFE. */
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int ready;

static void *produce(void *arg) {
    message = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

static void *consume(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_relaxed))
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
