// expect: violated api line=12
// min-rounds: 1

/* The thread has not been created yet. */
#define _GNU_SOURCE
#include <pthread.h>

pthread_t thread;

int main(void)
{
    pthread_setname_np(thread, "worker");
    return 0;
}
