// expect: safe
// options: --check overflow

#include <limits.h>
#include <pthread.h>

int balance = INT_MAX - 5;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *deposit(void *unused)
{
    pthread_mutex_lock(&lock);
    if (balance <= INT_MAX - 4)
        balance = balance + 4;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, deposit, 0);
    pthread_create(&b, 0, deposit, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
