/*
 * A buffer of SLOTS between PRODUCERS, which put ITEMS each, and CONSUMERS, which share what there is evenly; two
 * condition variables. With BUG a consumer that was woken up does not look again whether there is something.
 */
#include <assert.h>
#include <pthread.h>

#ifndef PRODUCERS
#define PRODUCERS 1
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#ifndef ITEMS
#define ITEMS CONSUMERS
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#define EACH (PRODUCERS * ITEMS / CONSUMERS)

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
int buffer[SLOTS];
int filled, put_at, take_at;

static void put(int value) {
    pthread_mutex_lock(&lock);
    while (filled == SLOTS)
        pthread_cond_wait(&not_full, &lock);
    buffer[put_at] = value;
    put_at = (put_at + 1) % SLOTS;
    filled++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (filled == 0)
#else
    while (filled == 0)
#endif
        pthread_cond_wait(&not_empty, &lock);
    int value = buffer[take_at];
    buffer[take_at] = 0;
    take_at = (take_at + 1) % SLOTS;
    filled--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return value;
}

static void *producer(void *arg) {
    int self = (int)(long)arg;
    for (int item = 0; item < ITEMS; item++)
        put(1 + self * ITEMS + item);
    return 0;
}

static void *consumer(void *arg) {
    for (int item = 0; item < EACH; item++) {
        int value = take();
        assert(value >= 1 && value <= PRODUCERS * ITEMS);
    }
    return arg;
}

int main(void) {
    pthread_t producers[PRODUCERS], consumers[CONSUMERS];
    for (long index = 0; index < PRODUCERS; index++)
        pthread_create(&producers[index], 0, producer, (void *)index);
    for (long index = 0; index < CONSUMERS; index++)
        pthread_create(&consumers[index], 0, consumer, 0);
    for (int index = 0; index < PRODUCERS; index++)
        pthread_join(producers[index], 0);
    for (int index = 0; index < CONSUMERS; index++)
        pthread_join(consumers[index], 0);
    return 0;
}
