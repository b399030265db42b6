// expect: safe

/* The lock is released only by whoever got it. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int hits;

void *counter(void *unused)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        hits++;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, counter, 0);
    pthread_create(&b, 0, counter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
