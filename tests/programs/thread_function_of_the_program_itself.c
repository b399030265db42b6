// expect: safe

/* The name alone is no reason: what is never called does not count, and what is defined is an ordinary function. */
#include <assert.h>

int pthread_mutex_lend_np(void *mutex);
int sem_double(int number);

static int unused(void)
{
    return pthread_mutex_lend_np(0);
}

int sem_double(int number)
{
    return 2 * number;
}

int main(void)
{
    if (0)
        pthread_mutex_lend_np(0);
    assert(sem_double(2) == 4);
    return 0;
}
