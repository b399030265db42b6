// expect: safe
// options: --check overflow

#include <limits.h>
#include <pthread.h>

int counter = INT_MAX - 4;

void *count(void *unused)
{
    for (int i = 0; i < 2; i++)
        counter++;
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
