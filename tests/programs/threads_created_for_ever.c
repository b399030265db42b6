// expect: violated assert line=16
// rounds: 1   min-rounds: 1

/* The second of endlessly many threads is enough. */
#include <assert.h>
#include <pthread.h>

int running;

void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
    int mine = ++running;
    __VERIFIER_atomic_end();
    /* Wrong once there are two. */
    assert(mine < 2);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
    }
}
