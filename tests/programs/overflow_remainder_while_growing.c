// expect: violated overflow line=13
// min-rounds: 2
// options: --check overflow

/* Unsigned numbers cannot be divided by zero either. */
#include <pthread.h>

unsigned buckets = 4;
unsigned place;

void *find(void *unused)
{
    place = 11u % buckets;
    return 0;
}

void *grow(void *unused)
{
    unsigned old = buckets;
    buckets = 0;
    buckets = 2 * old;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, find, 0);
    pthread_create(&b, 0, grow, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
