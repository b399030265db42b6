// expect: no-violation
// rounds: 2

/* A thread that never reaches a place to be cancelled at runs to its end. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int number;

void *work(void *unused) {
    int before = -1;
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before) == 0 && before == PTHREAD_CANCEL_DEFERRED);
    assert(pthread_setcanceltype(77, &before) == EINVAL);
    number = 1;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    number = 2;
    return &number;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    assert(pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    assert(number == 2 && result == &number);
    return 0;
}
