// expect: violated assert line=25
// also: race
// rounds: 2   min-rounds: 2

/* Two bit-fields in one word: writing one writes the other back, so an update of the neighbour can get lost. */
#include <assert.h>
#include <pthread.h>

struct {
    unsigned left : 4;
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
    assert(shared.left < 2 && shared.right <= 2);
    assert(shared.left == 1 && shared.right == 2);
    return 0;
}
