// expect: bounded
// rounds: 3

/* The pointer may still be null when main calls through it: not checked, so the answer must not be "safe". */
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
    action();
    return 0;
}
