// expect: safe
// options: --check overflow

#include <pthread.h>

int parts = 4;
int share;

void *divide(void *unused)
{
    int seen = parts;
    if (seen != 0)
        share = 100 / seen;
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
