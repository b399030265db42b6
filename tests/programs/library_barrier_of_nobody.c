// expect: safe

/* A barrier for no thread is refused. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_barrier_t barrier;

int main(void)
{
    assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, 0, 1) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}
