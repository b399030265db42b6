// expect: violated assert line=22
// rounds: 2   min-rounds: 2

/* An int is returned where a pointer is wanted: its bits are there, those above it are arbitrary. */
#include <assert.h>
#include <pthread.h>

int worker(void *argument)
{
    return 5;
}

int main(void)
{
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, (void *(*)(void *))worker, 0);
    pthread_join(thread, &result);
    // This holds.
    assert((int)(long)result == 5);
    // This need not.
    assert((long)result == 5);
    return 0;
}
