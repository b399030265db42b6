// expect: safe
// options: --check deadlock

/* All that are expected come. */
#include <pthread.h>

static pthread_barrier_t meeting;

static void *arrive(void *arg) {
    pthread_barrier_wait(&meeting);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&first, 0, arrive, 0);
    pthread_create(&second, 0, arrive, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
