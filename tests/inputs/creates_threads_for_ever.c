/* However many threads there are, each finds the lock in order. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *argument) {
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
    }
}
