// expect: safe

/* Whoever looks again and finds nothing waits where it waited, also if it looks by a function, or waits by one. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

int is_ready(void)
{
    return ready != 0;
}

void wait_a_while(void)
{
    pthread_cond_wait(&c, &m);
}

void *waiter(void *argument)
{
    pthread_mutex_lock(&m);
    for (;;) {
        if (is_ready())
            break;
        wait_a_while();
    }
    assert(ready);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
