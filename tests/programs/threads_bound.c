// expect: bounded
// rounds: 1
// options: --threads 3 --check assert,memory,api

/* Creation in a loop that never ends: the outcome names the bound on threads. */
#include <assert.h>
#include <pthread.h>

int started;

void *worker(void *argument)
{
    started = 1;
    return 0;
}

int main(void)
{
    for (int index = 0; index < 1000; index++) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
    }
    assert(0);
    return 0;
}
