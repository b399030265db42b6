// expect: no-violation
// rounds: 3
// options: --check assert,memory,api

/* One producer and one consumer on a ring of two slots, without locks. */
#include <assert.h>
#include <pthread.h>

#define SLOTS 2

int ring[SLOTS];
unsigned written, taken;

void *producer(void *arg) {
    for (int item = 1; item <= 3; item++) {
        if (written - taken < SLOTS) {
            ring[written % SLOTS] = item;
            written++;
        }
    }
    return NULL;
}

void *consumer(void *arg) {
    int last = 0;
    for (int i = 0; i < 3; i++) {
        if (written != taken) {
            int item = ring[taken % SLOTS];
            taken++;
            assert(item > last);
            last = item;
        }
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
