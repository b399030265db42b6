// expect: violated assert line=31

/* A producer and two consumers, which release the mutex between looking for an item and taking it: the last item may
   be taken twice. */
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
        int available = count;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        if (available > 0) {
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
