// expect: violated assert line=28
// also: race

/* A test-and-set lock that tests and sets in two steps, so that two threads may find the flag clear before either
   sets it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool taken;
static int inside;

static void lock(void) {
    while (taken)
        ;
    taken = true;
}

static void unlock(void) {
    taken = false;
}

static void *worker(void *unused) {
    for (;;) {
        lock();
        inside++;
        assert(inside == 1);
        inside--;
        unlock();
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    worker(NULL);
    return 0;
}
