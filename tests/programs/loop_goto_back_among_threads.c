// expect: violated assert line=22
// also: race
// rounds: 2   unwind: 2   min-rounds: 2

// A retry by `goto` beside the ordinary end of an attempt.
#include <assert.h>
#include <pthread.h>
int x, tries, rests;
void *poll(void *unused) {
retry:
    tries++;
    if (x == 0) goto retry;
    rests++;
    if (x == 1) goto retry;
    return 0;
}
int main(void) {
    pthread_t poller;
    pthread_create(&poller, 0, poll, 0);
    x = 1;
    x = 2;
    assert(!(tries == 2 && rests == 1));
    pthread_join(poller, 0);
    return 0;
}
