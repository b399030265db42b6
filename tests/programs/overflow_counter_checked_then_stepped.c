// expect: violated overflow line=13
// min-rounds: 2
// options: --check overflow

#include <limits.h>
#include <pthread.h>

int counter = INT_MAX - 1;

void *count(void *unused)
{
    if (counter < INT_MAX)
        ++counter;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
