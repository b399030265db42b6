// expect: violated assert line=25
// also: race
// rounds: 2   min-rounds: 2

/* The reader looks at the sequence number only before it reads. */
#include <assert.h>
#include <pthread.h>

unsigned sequence;
int low, high;

void *writer(void *arg) {
    sequence++;
    low = 5;
    high = 5;
    sequence++;
    return NULL;
}

void *reader(void *arg) {
    unsigned before = sequence;
    if (before % 2 == 0) {
        int l = low;
        int h = high;
        assert(l == h);
    }
    return NULL;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
