// expect: violated api line=18
// min-rounds: 2

/* A thread that was joined has no priority. */
#include <pthread.h>

void *worker(void *unused)
{
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct sched_param parameter = {0};
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_setschedparam(thread, SCHED_OTHER, &parameter);
    return 0;
}
