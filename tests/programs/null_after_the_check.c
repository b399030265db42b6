// expect: violated pointer line=14
// rounds: 2   min-rounds: 2
// options: --check memory

/* Between the check and the use the pointer may become null. */
#include <pthread.h>
#include <stdlib.h>

static int *cache;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *look(void *arg) {
    if (cache != 0)
        *cache = 1;
    return arg;
}

static void *flush(void *arg) {
    pthread_mutex_lock(&lock);
    free(cache);
    cache = 0;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    cache = malloc(sizeof *cache);
    pthread_create(&first, 0, look, 0);
    pthread_create(&second, 0, flush, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
