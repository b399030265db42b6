// expect: no-violation
// rounds: 3
// options: --check assert,memory,api

/* A reader that finds the same even number before and after has read a consistent pair. */
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
        if (sequence == before)
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
