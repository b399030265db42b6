// expect: violated assert line=27
// rounds: 2   min-rounds: 2

/* Nobody waits when the signal comes, so it has no effect: the timed wait that follows runs out of time. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

void *signaller(void *unused)
{
    pthread_cond_signal(&condition);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct timespec time = { 0, 0 };
    pthread_create(&thread, 0, signaller, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&mutex);
    int result = pthread_cond_timedwait(&condition, &mutex, &time);
    pthread_mutex_unlock(&mutex);
    assert(result != ETIMEDOUT);
    return 0;
}
