// expect: violated api line=10
// min-rounds: 1

/* A mutex among the variables of a function, without its initialiser. */
#include <pthread.h>

int main(void)
{
    pthread_mutex_t lock;
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    return 0;
}
