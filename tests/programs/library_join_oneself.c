// expect: safe

/* A thread that would wait for itself is told so. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

void *worker(void *unused)
{
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(pthread_join(thread, 0) == 0);
    return 0;
}
