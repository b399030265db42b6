// expect: violated assert line=13
// rounds: 1   min-rounds: 1

/* mtx_trylock may fail though nobody has the mutex. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;

int main(void) {
    mtx_init(&mutex, mtx_plain);
    int taken = mtx_trylock(&mutex);
    assert(taken == thrd_success);
    return 0;
}
