// expect: violated assert line=32
// rounds: 2   min-rounds: 2

/* Between two cancellation points nothing is lost, but what comes behind one may never happen. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int begun;
int done;

void *worker(void *argument)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    sleep(1);
    begun = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    pthread_testcancel();
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(begun);
    /* Cancelled before this. */
    assert(done);
    return 0;
}
