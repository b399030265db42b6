// expect: violated pointer line=34
// rounds: 2   min-rounds: 2

/* What a thread's value points to is gone when its thread has ended. */
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int *leaked;

void destroy(void *value)
{
    free(value);
}

void *worker(void *argument)
{
    int *value = malloc(sizeof(int));
    *value = 5;
    leaked = value;
    pthread_setspecific(key, value);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int sum = 0;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);

    /* The block was freed by the destructor. */
    sum += *leaked;
    return sum;
}
