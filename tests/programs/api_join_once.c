// expect: safe

/* The supervisor alone waits for the worker; main waits for the supervisor. */
#include <assert.h>
#include <pthread.h>

pthread_t worker_thread;
int done;

void *worker(void *unused)
{
    done = 1;
    return 0;
}

void *supervisor(void *unused)
{
    pthread_join(worker_thread, 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&worker_thread, 0, worker, 0);
    pthread_create(&thread, 0, supervisor, 0);
    pthread_join(thread, 0);
    assert(done);
    return 0;
}
