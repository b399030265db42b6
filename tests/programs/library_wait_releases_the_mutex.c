// expect: violated assert line=19
// rounds: 3   min-rounds: 2
// options: --no-spurious-wakeups

/* While it waits, another thread can have the mutex; the classic mistake is to test with 'if'. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int items;

void *consumer(void *unused)
{
    pthread_mutex_lock(&mutex);
    if (items == 0)
        pthread_cond_wait(&condition, &mutex);
    items--;
    assert(items >= 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, consumer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_mutex_lock(&mutex);
    items++;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    return 0;
}
