// expect: violated deadlock line=14
// rounds: 1   min-rounds: 1
// options: --check deadlock

/* Two threads wait for each other to end. */
#include <pthread.h>

static pthread_t first, second;
static pthread_mutex_t known = PTHREAD_MUTEX_INITIALIZER;

static void *wait_for_second(void *arg) {
    pthread_mutex_lock(&known);
    pthread_mutex_unlock(&known);
    pthread_join(second, 0);
    return arg;
}

static void *wait_for_first(void *arg) {
    pthread_join(first, 0);
    return arg;
}

int main(void) {
    pthread_mutex_lock(&known);
    pthread_create(&first, 0, wait_for_second, 0);
    pthread_create(&second, 0, wait_for_first, 0);
    pthread_mutex_unlock(&known);
    pthread_exit(0);
}
