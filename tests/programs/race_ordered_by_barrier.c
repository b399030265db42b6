// expect: safe
// options: --check race

/* Both meet between writing and reading. */
#include <pthread.h>

static int message;
static pthread_barrier_t meeting;

static void *produce(void *arg) {
    message = 42;
    pthread_barrier_wait(&meeting);
    return arg;
}

static void *consume(void *arg) {
    pthread_barrier_wait(&meeting);
    return message == 42 ? arg : 0;
}

int main(void) {
    pthread_t first, second;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&first, 0, produce, 0);
    pthread_create(&second, 0, consume, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
