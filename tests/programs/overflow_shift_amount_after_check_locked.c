// expect: safe
// options: --check overflow

#include <pthread.h>

int used = 31;
unsigned mask;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *take(void *unused)
{
    pthread_mutex_lock(&lock);
    if (used < 32)
        mask |= 1u << used++;
    pthread_mutex_unlock(&lock);
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
