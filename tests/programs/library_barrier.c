// expect: no-violation
// rounds: 4

/* Nobody passes before both have arrived, in two generations; exactly one is told to be the last. */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int mine, yours, serial;

void *other(void *unused)
{
    yours = 1;
    serial += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    assert(mine == 1);
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, other, 0);
    mine = 1;
    int last = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    assert(yours == 1);
    pthread_barrier_wait(&barrier);
    assert(serial + last == 1);
    pthread_join(thread, 0);
    return 0;
}
