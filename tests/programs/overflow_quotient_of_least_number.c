// expect: violated overflow line=29
// min-rounds: 2
// options: --check overflow

/* Only if both threads have written. */
#include <limits.h>
#include <pthread.h>

int dividend = 7;
int divisor = 3;

void *set_dividend(void *unused)
{
    dividend = INT_MIN;
    return 0;
}

void *set_divisor(void *unused)
{
    divisor = -1;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, set_dividend, 0);
    pthread_create(&b, 0, set_divisor, 0);
    int quotient = dividend / divisor;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return quotient;
}
