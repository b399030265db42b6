// expect: no-violation
// rounds: 3

/* A recursive mutex is free only after as many unlocks as locks. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int inside;

void *other(void *unused)
{
    if (pthread_mutex_trylock(&mutex) == 0) {
        assert(!inside);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    inside = 1;
    pthread_mutex_unlock(&mutex);
    inside = 0;
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    pthread_join(thread, 0);
    return 0;
}
