// expect: violated assert line=30
// rounds: 2   min-rounds: 2
// data-models: both
// options: --check assert

/* The second argument of the threads is arbitrary, and not the same for both. */
#include <assert.h>
#include <pthread.h>

int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add(int *number, int times)
{
    pthread_mutex_lock(&lock);
    total += times;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    int number = 3;
    pthread_create(&one, 0, (void *(*)(void *))add, &number);
    pthread_create(&other, 0, (void *(*)(void *))add, &number);
    pthread_join(one, 0);
    pthread_join(other, 0);
    // Both get one value of a register in many runs, but nobody promises it.
    assert(total != 7);
    return 0;
}
