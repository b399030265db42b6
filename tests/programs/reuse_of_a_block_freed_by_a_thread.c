// expect: violated assert line=19
// rounds: 2   unwind: 1   min-rounds: 2

// The thread frees what main remembers, and main gets a new block at the same place.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void *release(void *block) {
    free(block);
    return 0;
}
int main(void) {
    pthread_t id;
    char *old = malloc(8);
    pthread_create(&id, 0, release, old);
    pthread_join(id, 0);
    char *new = malloc(8);
    *new = 1;
    assert(old != new);
    return 0;
}
