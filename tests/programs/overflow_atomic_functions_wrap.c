// expect: safe
// options: --check overflow

/* The generic functions wrap silently. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int counter = INT_MAX - 1;

void *count(void *unused)
{
    atomic_fetch_add(&counter, 1);
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
