// expect: violated assert line=28
// rounds: 2   min-rounds: 2

/* A handler that is popped with 0 does not unlock. */
#include <assert.h>
#include <pthread.h>

int unlocked;

void unlock(void *argument)
{
    unlocked = 1;
}

void *worker(void *argument)
{
    pthread_cleanup_push(unlock, 0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    /* Not run. */
    assert(unlocked);
    return 0;
}
