// expect: safe
// rounds: 3   unwind: 1
// options: --check assert,memory,api

/* Every thread writes its part, waits for all, and reads the part of its neighbour. */
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
    part[me] = me + 1;
    barrier();
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
