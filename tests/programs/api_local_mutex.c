// expect: safe

/* With the initialiser it is ready. */
#include <pthread.h>

int main(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    return 0;
}
