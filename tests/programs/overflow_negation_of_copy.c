// expect: safe
// options: --check overflow

#include <limits.h>
#include <pthread.h>

int offset = 3;
int mirrored;

void *mirror(void *unused)
{
    int seen = offset;
    if (seen != INT_MIN)
        mirrored = -seen;
    return 0;
}

void *move(void *unused)
{
    offset = INT_MIN;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, mirror, 0);
    pthread_create(&b, 0, move, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
