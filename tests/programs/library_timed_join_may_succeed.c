// expect: violated assert line=22
// rounds: 2   min-rounds: 2

/* The thread may be over in time; then it has left its value. */
#include <assert.h>
#include <pthread.h>

int result = 7;

void *worker(void *unused)
{
    return &result;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = {1, 0};
    void *value = 0;
    pthread_create(&thread, 0, worker, 0);
    int error = pthread_timedjoin_np(thread, &value, &soon);
    assert(error != 0 || *(int *)value != 7);
    return 0;
}
