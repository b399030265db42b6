// expect: safe
// options: --check overflow

#include <pthread.h>

double amount = 1.0e9;

void *double_it(void *unused)
{
    amount = 2.0 * amount;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, double_it, 0);
    pthread_create(&b, 0, double_it, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    long long whole = (long long)amount;
    return whole > 0;
}
