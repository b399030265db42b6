// expect: violated assert line=24
// min-rounds: 2

/* The worker is cancelled before it has come to its work. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int saved;

void *worker(void *unused)
{
    sleep(1);
    saved = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(saved);
    return 0;
}
