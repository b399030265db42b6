// expect: violated assert line=32
// rounds: 2   min-rounds: 2

/* A wait by a clock ends when the signal comes. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int set;

void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    set = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = {1, 0};
    int waited = -1;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, worker, 0);
    if (!set)
        waited = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon);
    int seen = set;
    pthread_mutex_unlock(&mutex);
    assert(!(waited == 0 && seen));
    return 0;
}
