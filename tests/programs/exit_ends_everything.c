// expect: safe
// rounds: 3

/* The thread ends the program, so its join never returns. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void give_up(int code) {
    exit(code);
}

void *worker(void *arg) {
    give_up(3);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(0);
    return 0;
}
