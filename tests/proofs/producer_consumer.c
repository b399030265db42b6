// expect: safe

/* A producer and two consumers that count the items in a store of limited size under a mutex, and try again if there
   is nothing to do. */
#include <assert.h>
#include <pthread.h>

#define CAPACITY 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *producer(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        if (count < CAPACITY)
            count++;
        assert(count > 0 && count <= CAPACITY);
        pthread_mutex_unlock(&lock);
    }
}

static void *consumer(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        if (count > 0) {
            count--;
            assert(count >= 0 && count < CAPACITY);
        }
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, consumer, NULL);
    pthread_create(&second, NULL, consumer, NULL);
    producer(NULL);
    return 0;
}
