// expect: violated race line=11
// rounds: 1   min-rounds: 1
// options: --check race

/* That all threads write the same value does not make it less of a race. */
#include <pthread.h>

static int stopped;

static void *stop(void *arg) {
    stopped = 0;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, stop, 0);
    pthread_create(&second, 0, stop, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
