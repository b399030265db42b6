// expect: safe

/* The creator holds the lock until the number is stored. */
#include <assert.h>
#include <pthread.h>

pthread_t number;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *compare(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_t mine = number;
    pthread_mutex_unlock(&mutex);
    assert(pthread_equal(mine, pthread_self()));
    return 0;
}

int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_create(&number, 0, compare, 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(number, 0);
    return 0;
}
