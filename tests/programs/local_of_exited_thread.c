// expect: violated pointer line=24
// rounds: 2   min-rounds: 2

/* pthread_exit ends the variables of all functions the thread is in. */
#include <pthread.h>

static int *last;

static void leave(void) {
    pthread_exit(0);
}

static void *count(void *arg) {
    int own = 3;
    last = &own;
    leave();
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    pthread_join(thread, 0);
    return *last;
}
