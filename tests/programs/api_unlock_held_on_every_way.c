// expect: safe

/* Every way out releases the lock once. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int stock = 1;

void *buyer(void *unused)
{
    pthread_mutex_lock(&lock);
    if (stock == 0) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    stock--;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, buyer, 0);
    pthread_create(&b, 0, buyer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
