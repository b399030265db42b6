// expect: violated deadlock line=25

/* A barrier made of a mutex and a condition variable that works only once, because the last to come does not start
   counting anew. */
#include <assert.h>
#include <pthread.h>

#define THREADS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int arrived;
static unsigned generation;
static unsigned phase[THREADS];
static int names[THREADS] = {0, 1};

static void barrier(void) {
    pthread_mutex_lock(&lock);
    if (++arrived == THREADS) {
        generation++;
        pthread_cond_broadcast(&opened);
    } else {
        unsigned mine = generation;
        while (generation == mine)
            pthread_cond_wait(&opened, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *worker(void *name) {
    int self = *(int *)name;
    for (;;) {
        phase[self]++;
        barrier();
        assert(phase[0] == phase[1]);
        barrier();
    }
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, worker, &names[1]);
    worker(&names[0]);
    return 0;
}
