// expect: violated assert line=23
// also: race
// rounds: 2   min-rounds: 2

/* A detached thread runs on its own: main may see what it did, or not, or a part of it. */
#include <assert.h>
#include <pthread.h>

int begun, ended;

void *work(void *unused) {
    begun = 1;
    ended = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(pthread_detach(thread) == 0);
    int saw_end = ended;
    int saw_begin = begun;
    assert(saw_end == saw_begin);
    return 0;
}
