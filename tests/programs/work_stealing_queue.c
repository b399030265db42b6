// expect: safe
// rounds: 3
// options: --check assert,memory,api

/* The owner takes at the tail and the thief at the head; they settle the last item under a lock. */
#include <assert.h>
#include <pthread.h>

#define ITEMS 2

int head, tail;
int taken[ITEMS];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void consume(int index) {
    assert(taken[index] == 0);
    taken[index] = 1;
}

static void take(void) {
    int last = tail - 1;
    tail = last;
    if (head > last) {
        tail = last + 1;
        pthread_mutex_lock(&lock);
        last = tail - 1;
        tail = last;
        if (head > last) {
            tail = last + 1;
            pthread_mutex_unlock(&lock);
            return;
        }
        pthread_mutex_unlock(&lock);
    }
    consume(last);
}

void *thief(void *arg) {
    pthread_mutex_lock(&lock);
    int first = head;
    head = first + 1;
    if (first + 1 > tail) {
        head = first;
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    pthread_mutex_unlock(&lock);
    consume(first);
    return NULL;
}

int main(void) {
    pthread_t t;
    tail = ITEMS;
    pthread_create(&t, NULL, thief, NULL);
    take();
    take();
    pthread_join(t, NULL);
    return 0;
}
