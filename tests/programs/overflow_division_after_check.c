// expect: violated overflow line=14
// min-rounds: 2
// options: --check overflow

/* The divisor is checked, and becomes zero before it is used. */
#include <pthread.h>

int parts = 4;
int share;

void *divide(void *unused)
{
    if (parts != 0)
        share = 100 / parts;
    return 0;
}

void *close_all(void *unused)
{
    parts = 0;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, divide, 0);
    pthread_create(&b, 0, close_all, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
