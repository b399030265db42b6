// expect: violated pointer line=21
// also: race
// rounds: 1   min-rounds: 1

/* The pointer may still be null when main calls through it. */
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
