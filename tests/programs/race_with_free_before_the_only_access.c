// expect: violated race line=27
// rounds: 2   min-rounds: 2
// options: --check race

/* Nobody writes the member that main reads; what races is the end of the block. */
#include <pthread.h>
#include <stdlib.h>

static struct pair { int left, right; } *pair;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *drop(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    struct pair *old = pair;
    pair = 0;
    free(old);
    return arg;
}

int main(void) {
    pthread_t id;
    int seen;
    pair = malloc(sizeof *pair);
    pthread_create(&id, 0, drop, 0);
    pthread_mutex_lock(&lock);
    seen = pair->right;
    pthread_mutex_unlock(&lock);
    pthread_join(id, 0);
    return seen;
}
