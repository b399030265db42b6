// expect: violated assert line=23
// also: race
// rounds: 2   unwind: 1   min-rounds: 2

/* Arguments may be evaluated from right to left: then x is old and y is new. */
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
    /* From left to right, y is read first and x can only be newer. */
    assert(difference(y, x) <= 0);
    pthread_join(writer, 0);
    return 0;
}
