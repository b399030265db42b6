// expect: violated assert line=30
// also: race

/* A producer and two consumers around a small buffer whose free places are counted one too many in the beginning, so
   that the producer overwrites an item nobody has taken yet. */
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
        sem_wait(&places);
        buffer[item % SIZE] = item;
        sem_post(&items);
    }
}

static void *consumer(void *unused) {
    for (;;) {
        sem_wait(&items);
        pthread_mutex_lock(&lock);
        unsigned item = buffer[taken % SIZE];
        assert(item == taken);
        taken++;
        sem_post(&places);
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t first, second;
    sem_init(&places, 0, SIZE + 1);
    sem_init(&items, 0, 0);
    pthread_create(&first, NULL, consumer, NULL);
    pthread_create(&second, NULL, consumer, NULL);
    producer(NULL);
    return 0;
}
