// expect: violated assert line=31
// also: race
// rounds: 1   unwind: 2   min-rounds: 1

/* A spin lock by hand with the processor's hint to be patient. The release is forgotten to be last. */
#include <assert.h>
#include <emmintrin.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int inside;

static void enter(void) {
    while (atomic_flag_test_and_set(&busy))
        _mm_pause();
}

static void leave(void) {
    _mm_mfence();
    atomic_flag_clear(&busy);
    inside--;
}

static void *work(void *arg) {
    enter();
    inside++;
    int seen = inside;
    inside = seen;
    leave();
    assert(seen == 1);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
