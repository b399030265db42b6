// expect: violated pointer line=10
// rounds: 1   min-rounds: 1

/* The thread may read the variable after start() has returned. */
#include <pthread.h>

static pthread_t thread;

static void *read_it(void *arg) {
    return (void *)(long)*(int *)arg;
}

static void start(void) {
    int variable = 1;
    pthread_create(&thread, NULL, read_it, &variable);
}

int main(void) {
    start();
    pthread_join(thread, NULL);
    return 0;
}
