// expect: violated assert line=21
// also: race
// options: --evaluation-order right
// rounds: 2   min-rounds: 2

/* The order that is asked for is kept: from right to left, x is read before y. */
#include <assert.h>
#include <pthread.h>

int x, y;

static void *write_both(void *unused) {
    x = 1;
    y = 1;
    return 0;
}

int main(void) {
    pthread_t writer;
    pthread_create(&writer, 0, write_both, 0);
    assert(y - x <= 0);
    pthread_join(writer, 0);
    return 0;
}
