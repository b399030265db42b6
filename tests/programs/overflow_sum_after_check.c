// expect: violated overflow line=14
// min-rounds: 2
// options: --check overflow

/* Between the check and the sum the other thread deposits, too. */
#include <limits.h>
#include <pthread.h>

int balance = INT_MAX - 5;

void *deposit(void *unused)
{
    if (balance <= INT_MAX - 4)
        balance = balance + 4;
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
