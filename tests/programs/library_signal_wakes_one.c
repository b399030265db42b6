// expect: no-violation
// rounds: 3
// options: --no-spurious-wakeups

/* Two threads wait, one signal is given: never do both wake. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int woken;

void *waiter(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    woken++;
    assert(woken == 1);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, waiter, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return 0;
}
