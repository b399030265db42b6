// expect: bounded
// rounds: 2

/* The thread could be cancelled between its two steps, which is not followed: the program must not be called safe. */
#include <assert.h>
#include <pthread.h>

int a, b;

void *work(void *unused) {
    int before = -1;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
    assert(before == PTHREAD_CANCEL_ASYNCHRONOUS);
    a = 1;
    b = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(a == b);
    return 0;
}
