// expect: violated pointer line=18
// rounds: 1   min-rounds: 1
// data-models: both

/* A thread starts with a function that takes a second argument, which nobody passes. */
#include <pthread.h>

int total;

void *add(int *number, int times)
{
    total += times * *number;
    return 0;
}

static void start(pthread_t *thread, int *number)
{
    pthread_create(thread, 0, (void *(*)(void *))add, number);
}

int main(void)
{
    pthread_t thread;
    int number = 3;
    start(&thread, &number);
    pthread_join(thread, 0);
    return 0;
}
