// expect: violated assert line=32
// rounds: 2   min-rounds: 2

/*
 * One operand is read under the lock, the other gives the lock away for a while: from left to right x is read before
 * the writer can have written it.
 */
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *write_one(void *unused) {
    pthread_mutex_lock(&mutex);
    x = 1;
    pthread_mutex_unlock(&mutex);
    return 0;
}

static int pause(void) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}

int main(void) {
    pthread_t writer;
    pthread_mutex_lock(&mutex);
    pthread_create(&writer, 0, write_one, 0);
    int sum = x + pause();
    assert(sum == 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(writer, 0);
    return 0;
}
