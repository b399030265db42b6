// expect: safe
// rounds: 2   unwind: 1
// options: --reduce no-values,no-orders

// The array may be either of two blocks and the index any number, as far as values tell: both blocks must count as what
// the element may be in, also the one of which no element has been accessed before.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *items;
unsigned room = 4;

void *grow(void *unused) {
    unsigned more = room * 2;
    if (more <= 8) {
        items = calloc(more, sizeof *items);
        room = more;
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    items = calloc(room, sizeof *items);
    pthread_create(&thread, 0, grow, 0);
    pthread_join(thread, 0);
    assert(items[room - 1] == 0);
    return 0;
}
