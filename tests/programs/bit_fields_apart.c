// expect: no-violation
// rounds: 3

/* A field of width 0 puts the second one into a word of its own: no update gets lost. */
#include <assert.h>
#include <pthread.h>

struct {
    unsigned left : 4;
    unsigned : 0;
    unsigned right : 4;
} shared;

void *work(void *unused) {
    shared.left = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    shared.right = 2;
    pthread_join(thread, 0);
    assert(shared.left == 1 && shared.right == 2);
    return 0;
}
