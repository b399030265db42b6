// expect: violated assert line=19
// rounds: 1   unwind: 1   min-rounds: 1

/* A function without a body may return any value, whatever the one before returned. */
#include <assert.h>
#include <pthread.h>

int measure(int channel);

void *worker(void *argument)
{
    return 0;
}

int main(void)
{
    int first = measure(1);
    int second = measure(1);
    assert(first == second);
    return 0;
}
