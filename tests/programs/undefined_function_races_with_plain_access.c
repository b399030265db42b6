// expect: violated race
// rounds: 1   unwind: 1   min-rounds: 1
// options: --check race

/* It may write what another thread reads. */
#include <pthread.h>

int value, copy;
void update(int *place);

void *reader(void *argument)
{
    copy = value;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    update(&value);
    pthread_join(thread, 0);
    return 0;
}
