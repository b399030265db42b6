// expect: violated assert line=27
// also: race
// rounds: 1   min-rounds: 1

/* The producer counts the item before it is in the ring. */
#include <assert.h>
#include <pthread.h>

#define SLOTS 2

int ring[SLOTS];
unsigned written, taken;

void *producer(void *arg) {
    for (int item = 1; item <= 2; item++) {
        if (written - taken < SLOTS) {
            unsigned place = written;
            written = place + 1;
            ring[place % SLOTS] = item;
        }
    }
    return NULL;
}

void *consumer(void *arg) {
    if (written != taken) {
        assert(ring[taken % SLOTS] != 0);
        taken++;
    }
    return NULL;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
