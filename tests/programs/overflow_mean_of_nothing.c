// expect: violated overflow line=21
// min-rounds: 1
// options: --check overflow

/* Nothing may have been gathered yet. */
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
    int mean = sum / count;
    pthread_join(gatherer, 0);
    return mean > 12;
}
