// expect: violated api line=9
// min-rounds: 1

/* The creator and the thread itself both detach it. */
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
    pthread_detach(thread);
    pthread_exit(0);
}
