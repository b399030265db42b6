// expect: violated assert line=20
// rounds: 3   min-rounds: 3
// data-models: both

/* A thread whose function returns nothing can be started and joined, but what the join yields is arbitrary. */
#include <assert.h>
#include <pthread.h>

void worker(void *argument)
{
}

int main(void)
{
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, (void *(*)(void *))worker, 0);
    pthread_join(thread, 0);
    pthread_create(&thread, 0, (void *(*)(void *))worker, 0);
    pthread_join(thread, &result); assert(result == 0);
    return 0;
}
