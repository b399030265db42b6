// expect: safe
// options: --check memory

/* Who takes the pointer out under the lock frees the buffer. */
#include <pthread.h>
#include <stdlib.h>

static int *buffer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *release(void *arg) {
    pthread_mutex_lock(&lock);
    int *mine = buffer;
    buffer = 0;
    pthread_mutex_unlock(&lock);
    free(mine);
    return arg;
}

int main(void) {
    pthread_t first, second;
    buffer = malloc(16);
    pthread_create(&first, 0, release, 0);
    pthread_create(&second, 0, release, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
