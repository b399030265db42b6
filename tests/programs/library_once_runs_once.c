// expect: safe

/* Everyone who comes back from pthread_once sees what the routine did, once. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int runs;

void routine(void)
{
    usleep(10);
    runs++;
}

void *worker(void *argument)
{
    pthread_once(&once, routine);
    assert(runs == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
    worker(0);
    return 0;
}
