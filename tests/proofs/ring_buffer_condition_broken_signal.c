// expect: violated deadlock line=19

/* A ring buffer with a mutex and one condition variable for all who wait: a signal that is meant for the producer may
   wake a consumer, so that in the end all of them wait. It takes a broadcast, or two condition variables. */
#include <assert.h>
#include <pthread.h>

#define SIZE 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned items[SIZE];
static unsigned first, count;
static unsigned next_item;

static void put(unsigned item) {
    pthread_mutex_lock(&lock);
    while (count == SIZE)
        pthread_cond_wait(&changed, &lock);
    items[(first + count) % SIZE] = item;
    count++;
    assert(count <= SIZE);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void take(void) {
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&changed, &lock);
    assert(items[first] == next_item);
    next_item++;
    first = (first + 1) % SIZE;
    count--;
    assert(count < SIZE);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void *producer(void *unused) {
    for (unsigned item = 0;; item++)
        put(item);
}

static void *consumer(void *unused) {
    for (;;)
        take();
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, producer, NULL);
    pthread_create(&threads[1], NULL, consumer, NULL);
    pthread_create(&threads[2], NULL, consumer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
