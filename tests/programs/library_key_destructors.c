// expect: safe

/* A thread's values are destroyed when it ends, also by pthread_exit; main's are not when it returns. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int destroyed;

void destroy(void *value)
{
    assert(pthread_getspecific(key) == 0);
    destroyed += *(int *)value;
    free(value);
}

void *worker(void *argument)
{
    int *value = malloc(sizeof(int));
    *value = 5;
    pthread_setspecific(key, value);
    if (argument)
        pthread_exit((void *)2);
    return (void *)1;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &result);
    assert(destroyed == 5 && result == (void *)1);
    pthread_create(&thread, 0, worker, &key);
    pthread_join(thread, &result);
    assert(destroyed == 10 && result == (void *)2);
    return 0;
}
