// expect: no-violation
// rounds: 2
// options: --check assert,memory,api

/* A normal mutex locked again by its owner waits forever: what follows is never reached. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    assert(0);
    return 0;
}
