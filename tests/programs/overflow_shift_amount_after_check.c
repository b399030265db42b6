// expect: violated overflow line=14
// min-rounds: 2
// options: --check overflow

/* Both threads see a free bit; the second one shifts by the width. */
#include <pthread.h>

int used = 31;
unsigned mask;

void *take(void *unused)
{
    if (used < 32)
        mask |= 1u << used++;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, take, 0);
    pthread_create(&b, 0, take, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
