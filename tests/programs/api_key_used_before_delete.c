// expect: safe

/* The key goes when nobody needs it any more. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int value;

void *worker(void *unused)
{
    assert(pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, &value) == 0);
    assert(pthread_getspecific(key) == &value);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(pthread_getspecific(key) == 0);
    pthread_key_delete(key);
    return 0;
}
