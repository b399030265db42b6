// expect: safe

/* start() waits for the thread before its variable ends. */
#include <pthread.h>

static pthread_t thread;

static void *read_it(void *arg) {
    return (void *)(long)*(int *)arg;
}

static void start(void) {
    int variable = 1;
    pthread_create(&thread, NULL, read_it, &variable);
    pthread_join(thread, NULL);
}

int main(void) {
    start();
    return 0;
}
