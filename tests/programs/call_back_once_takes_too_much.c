// expect: violated pointer line=18
// rounds: 1   min-rounds: 1
// data-models: both

/* pthread_once passes nothing. */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int ready;

void set_up(int value)
{
    ready = value;
}

int main(void)
{
    pthread_once(&once, (void (*)(void))set_up);
    return ready;
}
