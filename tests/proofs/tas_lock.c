// expect: safe

/* A test-and-set lock: whoever finds the flag clear while setting it has the lock. */
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
