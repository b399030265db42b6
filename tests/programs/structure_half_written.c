// expect: violated assert line=23
// also: race
// rounds: 2   min-rounds: 2

/* Both threads copy a whole structure, and each writes a part of the result. */
#include <assert.h>
#include <pthread.h>

struct range {
    int from, to;
} shared = {0, 1}, first = {2, 3}, second = {4, 5};

void *work(void *unused) {
    shared = first;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    shared = second;
    pthread_join(thread, 0);
    assert(shared.to == shared.from + 1);
    return 0;
}
