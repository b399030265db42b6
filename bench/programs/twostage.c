/*
 * Orders go through two stages with a lock each: WRITERS threads note an order and then its delivery, READERS look
 * at both. The lock of the first stage is kept until the second is done; with BUG it is given up in between.
 */
#include <assert.h>
#include <pthread.h>

#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef READERS
#define READERS 1
#endif

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
int ordered, delivered;

static void *writer(void *arg) {
    pthread_mutex_lock(&first);
    ordered++;
#ifdef BUG
    pthread_mutex_unlock(&first);
#endif
    pthread_mutex_lock(&second);
    delivered++;
#ifndef BUG
    pthread_mutex_unlock(&first);
#endif
    pthread_mutex_unlock(&second);
    return arg;
}

static void *reader(void *arg) {
    pthread_mutex_lock(&first);
    int orders = ordered;
    pthread_mutex_unlock(&first);
    pthread_mutex_lock(&second);
    int deliveries = delivered;
    pthread_mutex_unlock(&second);
    assert(deliveries >= orders);
    return arg;
}

int main(void) {
    pthread_t writers[WRITERS], readers[READERS];
    for (int index = 0; index < WRITERS; index++)
        pthread_create(&writers[index], 0, writer, 0);
    for (int index = 0; index < READERS; index++)
        pthread_create(&readers[index], 0, reader, 0);
    for (int index = 0; index < WRITERS; index++)
        pthread_join(writers[index], 0);
    for (int index = 0; index < READERS; index++)
        pthread_join(readers[index], 0);
    return 0;
}
