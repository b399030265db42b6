// expect: safe
// options: --property main.assertion.1

/* Behind an assertion that fails there is nothing, whether or not it is asked for. */
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *argument)
{
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
