// expect: safe

/* Nobody writes in between: whatever the order, both are old or both are new. */
#include <assert.h>
#include <pthread.h>

int x, y;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *write_both(void *unused) {
    pthread_mutex_lock(&mutex);
    x = 1;
    y = 1;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t writer;
    pthread_create(&writer, 0, write_both, 0);
    pthread_mutex_lock(&mutex);
    assert(y - x == 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(writer, 0);
    return 0;
}
