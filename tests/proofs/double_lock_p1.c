// expect: safe

/* Two threads take the same two mutexes, one inside the other, to be alone with a count. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *unused) {
    while (1) {
        pthread_mutex_lock(&outer);
        pthread_mutex_lock(&inner);
        count++;
        assert(count == 1);
        count--;
        pthread_mutex_unlock(&inner);
        pthread_mutex_unlock(&outer);
    }
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, worker, NULL);
    worker(NULL);
    return 0;
}
