// expect: violated assert line=39
// rounds: 3   min-rounds: 3
// options: --no-spurious-wakeups

/* Both threads wait when the one signal comes. It need not wake the one that waited first. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int arrivals, last_to_arrive, woken;

void *waiter(void *number)
{
    pthread_mutex_lock(&mutex);
    arrivals++;
    last_to_arrive = (int)(long)number;
    pthread_cond_wait(&condition, &mutex);
    woken = (int)(long)number;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, waiter, (void *)1L);
    pthread_create(&b, 0, waiter, (void *)2L);
    pthread_mutex_lock(&mutex);
    int both = arrivals == 2;
    int last = last_to_arrive;
    if (both)
        pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    int who = woken;
    pthread_mutex_unlock(&mutex);
    if (both && who != 0)
        assert(who != last);
    return 0;
}
