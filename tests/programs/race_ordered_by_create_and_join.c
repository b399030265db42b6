// expect: safe
// options: --check race

/* Main writes before it creates and after it has joined; the thread hands over to its own child. */
#include <pthread.h>

static int baton;

static void *child(void *arg) {
    baton += 1;
    return arg;
}

static void *parent(void *arg) {
    pthread_t thread;
    baton += 1;
    pthread_create(&thread, 0, child, 0);
    pthread_join(thread, 0);
    baton += 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    baton = 1;
    pthread_create(&thread, 0, parent, 0);
    pthread_join(thread, 0);
    baton += 1;
    return baton;
}
