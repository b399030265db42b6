// expect: violated assert line=27
// min-rounds: 3

/* Whoever counts the serial threads of every generation must count one for each. */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int serial;

void *worker(void *unused)
{
    for (int generation = 0; generation < 2; generation++)
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(serial == 1);
    return 0;
}
