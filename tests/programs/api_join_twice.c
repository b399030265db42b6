// expect: violated api line=26
// min-rounds: 2

/* Both the supervisor and main wait for the worker. */
#include <pthread.h>

pthread_t worker_thread;

void *worker(void *unused)
{
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
    pthread_join(worker_thread, 0);
    return 0;
}
