// expect: violated overflow line=14
// min-rounds: 2
// options: --check overflow

/* Two threads lower a level that is checked before it is read again. */
#include <limits.h>
#include <pthread.h>

long level = LONG_MIN + 3;

void *lower(void *unused)
{
    if (level >= LONG_MIN + 2)
        level -= 2;
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
