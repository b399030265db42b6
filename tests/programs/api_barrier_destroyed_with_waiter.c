// expect: violated api line=21
// min-rounds: 2
// options: --property pthread_barrier_destroy.api.2

/* Main takes the barrier away from a thread that waits at it. */
#include <pthread.h>

pthread_barrier_t barrier;

void *worker(void *unused)
{
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, worker, 0);
    pthread_barrier_destroy(&barrier);
    return 0;
}
