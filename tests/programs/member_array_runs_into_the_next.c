// expect: violated pointer line=18
// also: race
// rounds: 2   min-rounds: 2
// data-models: both

/* The index is inside the structure and yet not inside the array: it is the limit that is overwritten. */
#include <pthread.h>

struct ring {
    int slots[4];
    unsigned limit;
} ring = { .limit = 4 };
unsigned used;

void *put(void *number) {
    if (used < ring.limit) {
        /* Somebody else may have used a slot in between. */
        ring.slots[used] = 9;
        used = used + 1;
    }
    return 0;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, put, 0);
    for (int i = 0; i < 4; i++)
        used = i + 1;
    pthread_join(id, 0);
    return 0;
}
