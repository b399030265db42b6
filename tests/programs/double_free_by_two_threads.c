// expect: violated free line=14
// rounds: 1   min-rounds: 1
// options: --check memory

/* Both find the buffer there and free it. */
#include <pthread.h>
#include <stdlib.h>

static int *buffer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *release(void *arg) {
    if (buffer != 0) {
        free(buffer);
        buffer = 0;
    }
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
