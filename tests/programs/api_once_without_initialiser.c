// expect: violated api line=15
// also: deadlock
// min-rounds: 1

/* The control variable of pthread_once is a local one without its initialiser. */
#include <pthread.h>

void set_up(void)
{
}

int main(void)
{
    pthread_once_t control;
    pthread_once(&control, set_up);
    return 0;
}
