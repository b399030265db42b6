// expect: safe

/* What main leaves behind when it ends as a thread stays where it is. */
#include <assert.h>
#include <pthread.h>

static void *look(void *arg) {
    assert(*(int *)arg == 7);
    return 0;
}

int main(void) {
    pthread_t thread;
    int seven = 7;
    pthread_create(&thread, 0, look, &seven);
    pthread_exit(0);
}
