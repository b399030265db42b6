// expect: safe
// options: --check memory

/* The lock keeps the pointer as it was checked. */
#include <pthread.h>
#include <stdlib.h>

static int *cache;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *look(void *arg) {
    pthread_mutex_lock(&lock);
    if (cache != 0)
        *cache = 1;
    pthread_mutex_unlock(&lock);
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
