// expect: safe

/* The pointer is set when main calls through it. */
#include <pthread.h>

void (*action)(void);

static void act(void) {
}

static void *install(void *arg) {
    action = act;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, install, NULL);
    pthread_join(thread, NULL);
    action();
    return 0;
}
