// expect: safe
// options: --check deadlock

/* Only one of the two waits for the other. */
#include <pthread.h>

static pthread_t first, second;

static void *work(void *arg) {
    return arg;
}

static void *wait_for_first(void *arg) {
    pthread_join(first, 0);
    return arg;
}

int main(void) {
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, wait_for_first, 0);
    pthread_exit(0);
}
