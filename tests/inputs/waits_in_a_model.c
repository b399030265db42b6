/* Its trace does not fit a program in which main keeps the mutex: there it ends inside of pthread_mutex_lock. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int value;

static void *change(void *unused)
{
    pthread_mutex_lock(&mutex);
    value = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, change, 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    assert(value == 0);
    return 0;
}
