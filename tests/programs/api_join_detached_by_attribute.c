// expect: violated api line=20
// min-rounds: 1

/* The attribute says that nobody will join the thread. */
#include <pthread.h>

void *worker(void *unused)
{
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, worker, 0);
    pthread_attr_destroy(&attributes);
    pthread_join(thread, 0);
    return 0;
}
