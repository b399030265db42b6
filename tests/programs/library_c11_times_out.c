// expect: violated assert line=18
// rounds: 1   min-rounds: 1

/* A wait with a limit ends by itself, and says so. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
cnd_t never;

int main(void) {
    struct timespec soon = {0, 0};
    mtx_init(&mutex, mtx_plain);
    cnd_init(&never);
    mtx_lock(&mutex);
    int waited = cnd_timedwait(&never, &mutex, &soon);
    mtx_unlock(&mutex);
    assert(waited != thrd_timedout);
    return 0;
}
