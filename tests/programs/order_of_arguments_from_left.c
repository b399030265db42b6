// expect: safe
// options: --evaluation-order left --check assert,memory,api

/* From left to right, y is read first and x can only be newer: SAFE only where that order is known. */
#include <assert.h>
#include <pthread.h>

int x, y;

static int difference(int a, int b) { return a - b; }

static void *write_both(void *unused) {
    x = 1;
    y = 1;
    return 0;
}

int main(void) {
    pthread_t writer;
    pthread_create(&writer, 0, write_both, 0);
    assert(difference(y, x) <= 0);
    pthread_join(writer, 0);
    return 0;
}
