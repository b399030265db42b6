// expect: violated race line=11
// rounds: 1   min-rounds: 1
// options: --check race

/* Two threads count together without a lock. */
#include <pthread.h>

static int visitors;

static void *visit(void *arg) {
    visitors++;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, visit, 0);
    pthread_create(&second, 0, visit, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
