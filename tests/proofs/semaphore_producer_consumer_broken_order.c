// expect: violated deadlock line=18

/* A producer and two consumers around a small buffer, all of which take the mutex first and wait for the semaphore
   then: who waits keeps out whom it waits for. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SIZE 2

static sem_t places, items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned buffer[SIZE];
static unsigned taken;

static void *producer(void *unused) {
    for (unsigned item = 0;; item++) {
        pthread_mutex_lock(&lock);
        sem_wait(&places);
        buffer[item % SIZE] = item;
        sem_post(&items);
        pthread_mutex_unlock(&lock);
    }
}

static void *consumer(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        sem_wait(&items);
        unsigned item = buffer[taken % SIZE];
        assert(item == taken);
        taken++;
        sem_post(&places);
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t first, second;
    sem_init(&places, 0, SIZE);
    sem_init(&items, 0, 0);
    pthread_create(&first, NULL, consumer, NULL);
    pthread_create(&second, NULL, consumer, NULL);
    producer(NULL);
    return 0;
}
