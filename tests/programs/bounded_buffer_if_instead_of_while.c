// expect: violated assert line=18
// also: deadlock
// rounds: 2   min-rounds: 2
// options: --no-spurious-wakeups

/* A consumer that was woken finds that another consumer was faster. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
int items;

void *consumer(void *arg) {
    pthread_mutex_lock(&lock);
    if (items == 0)
        pthread_cond_wait(&not_empty, &lock);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

void *producer(void *arg) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t c1, c2, p;
    pthread_create(&c1, NULL, consumer, NULL);
    pthread_create(&c2, NULL, consumer, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_exit(NULL);
}
