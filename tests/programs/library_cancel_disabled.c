// expect: safe

/* What must not be interrupted is done with cancellation disabled; a request waits until then. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int saved;

void *worker(void *unused)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    sleep(1);
    saved = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    pthread_testcancel();
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(saved);
    assert(result == 0 || result == PTHREAD_CANCELED);
    return 0;
}
