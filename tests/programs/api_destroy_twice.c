// expect: violated api line=11
// min-rounds: 1

/* Both the caller and the callee clean up. */
#include <pthread.h>

pthread_mutex_t lock;

void close_module(void)
{
    pthread_mutex_destroy(&lock);
}

int main(void)
{
    pthread_mutex_init(&lock, 0);
    close_module();
    close_module();
    return 0;
}
