// expect: safe

/* A destructor that sets a value again is called again, four times at most. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int calls, value;

void destroy(void *argument)
{
    assert(argument == &value);
    calls++;
    pthread_setspecific(key, &value);
}

void *worker(void *unused)
{
    pthread_setspecific(key, &value);
    pthread_exit(0);
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(calls == 4);
    return 0;
}
