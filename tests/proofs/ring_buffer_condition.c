// expect: safe

/* A ring buffer with a mutex and two condition variables: one producer numbers its items, and the consumers take them
   in the same order. */
#include <assert.h>
#include <pthread.h>

#define SIZE 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static unsigned items[SIZE];
static unsigned first, count;
static unsigned next_item;

static void put(unsigned item) {
    pthread_mutex_lock(&lock);
    while (count == SIZE)
        pthread_cond_wait(&not_full, &lock);
    items[(first + count) % SIZE] = item;
    count++;
    assert(count <= SIZE);
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static void take(void) {
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    assert(items[first] == next_item);
    next_item++;
    first = (first + 1) % SIZE;
    count--;
    assert(count < SIZE);
    pthread_cond_signal(&not_full);
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
