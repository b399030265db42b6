// expect: no-violation
// rounds: 3
// options: --no-spurious-wakeups --check assert,memory,api

/* The signal is given while only the first thread waits. The second one waits later and must not be woken by
   it, however late the first one wakes. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int first_waits, signalled;

void *first(void *unused)
{
    pthread_mutex_lock(&mutex);
    first_waits = 1;
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

void *second(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (signalled) {
        pthread_cond_wait(&condition, &mutex);
        assert(0);
    }
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_mutex_lock(&mutex);
    if (first_waits) {
        pthread_cond_signal(&condition);
        signalled = 1;
    }
    pthread_mutex_unlock(&mutex);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
