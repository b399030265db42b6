// expect: safe
// options: --check overflow

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
    buckets = 2 * buckets;
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
