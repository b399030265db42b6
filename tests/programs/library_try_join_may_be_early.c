// expect: violated assert line=17
// rounds: 1   min-rounds: 1

/* The thread need not be over. */
#include <assert.h>
#include <pthread.h>

void *worker(void *unused)
{
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(pthread_tryjoin_np(thread, 0) == 0);
    return 0;
}
