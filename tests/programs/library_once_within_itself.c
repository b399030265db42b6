// expect: violated deadlock
// options: --check deadlock
// min-rounds: 1

/* The routine asks for itself, and waits for its own end. */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;

void set_up(void)
{
    pthread_once(&once, set_up);
}

int main(void)
{
    pthread_once(&once, set_up);
    return 0;
}
