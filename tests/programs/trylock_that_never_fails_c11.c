// expect: safe
// options: --no-spurious-failures

/* mtx_trylock may fail without need, but not here. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;

int main(void) {
    mtx_init(&mutex, mtx_plain);
    int taken = mtx_trylock(&mutex);
    assert(taken == thrd_success);
    return 0;
}
