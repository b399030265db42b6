// expect: violated assert line=12
// also: race
// rounds: 1   min-rounds: 1

/* There is a moment between main's last write and the end of the program. */
#include <assert.h>
#include <pthread.h>

int finished;

void *watcher(void *arg) {
    assert(finished == 0);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, watcher, NULL);
    finished = 1;
    return 0;
}
