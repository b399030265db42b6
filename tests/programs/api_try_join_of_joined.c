// expect: violated api line=17
// min-rounds: 2

/* Who has joined a thread cannot ask whether it can be joined. */
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
    pthread_tryjoin_np(thread, 0);
    return 0;
}
