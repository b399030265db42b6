// expect: no-violation
// rounds: 2
// options: --check assert,memory,api

/* A detached thread runs on its own: its steps are still seen in order. */
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
    assert(saw_begin || !saw_end);
    return 0;
}
