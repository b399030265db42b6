// expect: error "the function 'pthread_mutex_lend_np' of the thread library is not supported"

/* It would release the lock, and nobody would know. */
#include <assert.h>
#include <pthread.h>

int pthread_mutex_lend_np(pthread_mutex_t *mutex);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lend_np(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
