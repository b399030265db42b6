// expect: violated api line=18
// min-rounds: 1

/* The attributes of a thread are used after their end. */
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
    pthread_attr_destroy(&attributes);
    pthread_create(&thread, &attributes, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
