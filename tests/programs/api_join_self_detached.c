// expect: violated api line=9
// min-rounds: 1

/* The worker detaches itself while main waits for it: whether that works depends on who is first. */
#include <pthread.h>

void *worker(void *unused)
{
    pthread_detach(pthread_self());
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
