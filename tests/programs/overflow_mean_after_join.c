// expect: safe
// options: --check overflow

#include <pthread.h>

int sum, count;

void *gather(void *unused)
{
    sum = 12;
    count = 3;
    return 0;
}

int main(void)
{
    pthread_t gatherer;
    pthread_create(&gatherer, 0, gather, 0);
    pthread_join(gatherer, 0);
    int mean = sum / count;
    return mean > 12;
}
