// expect: violated pointer line=25
// min-rounds: 1

/* A return in between leaves the handler registered, whose block is gone when the thread ends. */
#include <pthread.h>

int count;

void handler(void *unused)
{
    count++;
}

void step(void)
{
    pthread_cleanup_push(handler, 0);
    if (count == 0)
        return;
    pthread_cleanup_pop(1);
}

int main(void)
{
    step();
    pthread_exit(0);
}
