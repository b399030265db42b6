// expect: violated assert line=34
// also: race

/* A barrier without sense reversal: it is opened once and never closed, so from the second time on nobody waits. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define THREADS 2

static atomic_int missing = THREADS;
static atomic_bool sense;
static unsigned phase[THREADS];
static int names[THREADS] = {0, 1};

static void barrier(bool *my_sense) {
    *my_sense = true;
    if (atomic_fetch_sub(&missing, 1) == 1) {
        missing = THREADS;
        sense = *my_sense;
    } else {
        while (sense != *my_sense)
            ;
    }
}

static void *worker(void *name) {
    int self = *(int *)name;
    bool my_sense = false;
    for (;;) {
        phase[self]++;
        barrier(&my_sense);
        assert(phase[0] == phase[1]);
        barrier(&my_sense);
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, worker, &names[0]);
    pthread_create(&second, NULL, worker, &names[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
