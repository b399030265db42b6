// expect: safe

/* When the barrier has opened it may be destroyed, even while others are on their way out. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int steps;

void *worker(void *barrier)
{
    __atomic_fetch_add(&steps, 1, __ATOMIC_SEQ_CST);
    pthread_barrier_wait(barrier);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_t *barrier = malloc(sizeof(pthread_barrier_t));
    pthread_barrier_init(barrier, 0, 3);
    pthread_create(&a, 0, worker, barrier);
    pthread_create(&b, 0, worker, barrier);
    pthread_barrier_wait(barrier);
    assert(steps == 2);
    pthread_barrier_destroy(barrier);
    free(barrier);
    return 0;
}
