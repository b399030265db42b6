// expect: violated api line=11
// min-rounds: 1

/* The module is shut down while a thread still looks for its value. */
#include <pthread.h>

pthread_key_t key;

void *worker(void *unused)
{
    return pthread_getspecific(key);
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_key_delete(key);
    pthread_join(thread, 0);
    return 0;
}
