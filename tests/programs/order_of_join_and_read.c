// expect: violated assert line=26
// also: race
// rounds: 2   min-rounds: 2

/* From left to right, the thread has ended when x is read. */
#include <assert.h>
#include <pthread.h>

int x;
pthread_t thread;

static void *write_one(void *unused) {
    x = 1;
    return 0;
}

static int end(void) {
    pthread_join(thread, 0);
    return 0;
}

int main(void) {
    pthread_create(&thread, 0, write_one, 0);
    int sum = end() + x;
    /* From right to left, x may be read before the thread has begun. */
    assert(sum == 1);
    return 0;
}
