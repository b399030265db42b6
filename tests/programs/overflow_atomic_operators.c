// expect: violated overflow line=13
// min-rounds: 1
// options: --check overflow

/* C gives `x++` on an atomic object the arithmetic of `x + 1`. */
#include <limits.h>
#include <pthread.h>

_Atomic int counter = INT_MAX - 1;

void *count(void *unused)
{
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
