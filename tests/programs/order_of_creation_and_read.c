// expect: violated assert line=23
// also: race
// rounds: 2   min-rounds: 2

/* From left to right, x is read before the thread exists that writes it. */
#include <assert.h>
#include <pthread.h>

int x;
pthread_t thread;

static void *write_one(void *unused) {
    x = 1;
    return 0;
}

static int begin(void) {
    return pthread_create(&thread, 0, write_one, 0);
}

int main(void) {
    int sum = x + begin();
    assert(sum == 0);
    pthread_join(thread, 0);
    return 0;
}
