// expect: violated race line=11
// rounds: 1   min-rounds: 1
// options: --check race

/* One side is atomic, the other is not. */
#include <pthread.h>

static int ticket;

static void *draw(void *arg) {
    __atomic_fetch_add(&ticket, 1, __ATOMIC_SEQ_CST);
    return arg;
}

static void *reset(void *arg) {
    ticket = 0;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, draw, 0);
    pthread_create(&second, 0, reset, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
