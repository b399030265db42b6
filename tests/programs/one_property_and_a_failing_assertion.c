// expect: violated assert line=23
// rounds: 2   unwind: 1   min-rounds: 2
// options: --property main.assertion.1

/* A thread that fails another assertion is over; what it did before is not. */
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *argument)
{
    x = 1;
    assert(0);
    x = 2;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    return 0;
}
