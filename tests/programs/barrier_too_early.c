// expect: violated assert line=28
// also: race
// rounds: 1   unwind: 1   min-rounds: 1

/* The parts are written after the barrier. */
#include <assert.h>
#include <pthread.h>

#define THREADS 2

int part[THREADS];
int arrived;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void barrier(void) {
    pthread_mutex_lock(&lock);
    arrived++;
    pthread_mutex_unlock(&lock);
    while (arrived < THREADS)
        ;
}

void *worker(void *arg) {
    int me = (int)(long)arg;
    barrier();
    part[me] = me + 1;
    int neighbour = (me + 1) % THREADS;
    assert(part[neighbour] == neighbour + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, worker, (void *)t);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    return 0;
}
