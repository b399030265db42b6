// expect: violated assert line=26
// also: race

/* A test-and-set lock that is released too early: what is done to the shared variable last comes after the
   unlock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int inside;

static void lock(void) {
    while (atomic_flag_test_and_set(&taken))
        ;
}

static void unlock(void) {
    atomic_flag_clear(&taken);
}

static void *worker(void *unused) {
    for (;;) {
        lock();
        inside++;
        assert(inside == 1);
        unlock();
        inside--;
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    worker(NULL);
    return 0;
}
