#include "linked_counter.h"

#include <assert.h>
#include <pthread.h>

static int value = 7;

static void *worker(void *arg) {
    counter_add(1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(value == 7);
    assert(counter_value() == 2);
    return 0;
}
