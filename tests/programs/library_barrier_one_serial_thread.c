// expect: no-violation
// rounds: 4

/* In every generation one thread is the serial one, and nobody is a generation ahead. */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int serial, phase[2];

void *worker(void *number)
{
    int me = (int)(long)number;
    for (int generation = 1; generation <= 2; generation++) {
        __atomic_store_n(&phase[me], generation, __ATOMIC_SEQ_CST);
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
        assert(__atomic_load_n(&phase[1 - me], __ATOMIC_SEQ_CST) >= generation);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, worker, (void *)0L);
    pthread_create(&b, 0, worker, (void *)1L);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(serial == 2);
    return 0;
}
