// expect: safe
// rounds: 3

/* A counter with its own lock on the heap; both threads get a pointer to it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t lock;
    unsigned value;
} counter_t;

static void counter_add(counter_t *counter, unsigned amount) {
    pthread_mutex_lock(&counter->lock);
    counter->value += amount;
    pthread_mutex_unlock(&counter->lock);
}

void *worker(void *arg) {
    counter_add(arg, 2);
    return NULL;
}

int main(void) {
    counter_t *counter = malloc(sizeof *counter);
    pthread_t a, b;
    pthread_mutex_init(&counter->lock, NULL);
    counter->value = 0;
    pthread_create(&a, NULL, worker, counter);
    pthread_create(&b, NULL, worker, counter);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter->value == 4);
    pthread_mutex_destroy(&counter->lock);
    free(counter);
    return 0;
}
