// expect: violated api line=17
// min-rounds: 2

/* The thread is gone; its number may belong to another one by now. */
#include <pthread.h>

void *worker(void *unused)
{
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_cancel(thread);
    return 0;
}
