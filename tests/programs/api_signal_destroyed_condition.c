// expect: violated api line=11
// min-rounds: 1

/* The producer may be late. */
#include <pthread.h>

pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

void *producer(void *unused)
{
    pthread_cond_signal(&filled);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    pthread_cond_destroy(&filled);
    pthread_join(thread, 0);
    return 0;
}
