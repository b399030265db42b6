// expect: violated race line=13
// rounds: 1   min-rounds: 1
// options: --check race

/* The flag that is to order the accesses is itself a race. */
#include <pthread.h>

static int message;
static int ready;

static void *produce(void *arg) {
    message = 42;
    ready = 1;
    return arg;
}

static void *consume(void *arg) {
    if (ready)
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
