// expect: violated overflow line=23
// min-rounds: 2
// options: --check overflow

/* Four thousand million do not fit; after a lost update two do. */
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
    int whole = (int)amount;
    return whole > 0;
}
