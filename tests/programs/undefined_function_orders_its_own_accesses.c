// expect: safe-under-assumptions
// options: --check race

/* How such functions keep out of each other's way is their business. */
#include <pthread.h>

int value;
void update(int *place);

void *worker(void *argument)
{
    update(&value);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    update(&value);
    pthread_join(thread, 0);
    return 0;
}
