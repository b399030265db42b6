// expect: safe
// unwind: 3
// options: --check overflow

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic long level = LONG_MIN + 3;

void *lower(void *unused)
{
    long seen = level;
    while (seen >= LONG_MIN + 2 && !atomic_compare_exchange_strong(&level, &seen, seen - 2))
        ;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, lower, 0);
    pthread_create(&b, 0, lower, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
