// expect: violated pointer line=15
// also: race
// rounds: 2   min-rounds: 2
// options: --reduce no-values

/* With nothing known of its values, the pointer might lead to where the other thread counts the locks it reads under,
   in a variable of its own. It does not; but it may be null when it is used. */
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *fill(void *arg) {
    *shared = 1;
    return arg;
}

static void *clear(void *arg) {
    shared = 0;
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t id[2];
    shared = malloc(sizeof *shared);
    pthread_create(&id[0], 0, fill, 0);
    pthread_create(&id[1], 0, clear, 0);
    return 0;
}
