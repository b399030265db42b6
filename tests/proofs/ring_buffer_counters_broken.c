// expect: violated assert line=32
// also: race

/* A ring buffer for one producer and one consumer without locks, where the producer counts an element before it has
   stored it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4 /* a power of two, so that the counters may wrap round */

static unsigned buffer[SIZE];
static atomic_uint head, tail;

static void *producer(void *unused) {
    while (1) {
        unsigned end = tail;
        while (end - head == SIZE)
            ;
        tail = end + 1;
        buffer[end % SIZE] = end;
        assert(tail - head <= SIZE);
    }
}

static void *consumer(void *unused) {
    while (1) {
        unsigned begin = head;
        while (tail == begin)
            ;
        assert(tail - begin <= SIZE);
        assert(buffer[begin % SIZE] == begin);
        head = begin + 1;
    }
}

int main(void) {
    pthread_t writer, reader;
    pthread_create(&writer, NULL, producer, NULL);
    pthread_create(&reader, NULL, consumer, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);
    return 0;
}
