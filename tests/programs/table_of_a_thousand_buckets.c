// expect: violated assert line=61
// also: race
// rounds: 2   unwind: 2   min-rounds: 2
// data-models: both

/* A table of 1,024 buckets and a ring of as many slots in one block, cleared as bytes, used at computed places by
   several threads. The reader looks at the slot before it is filled. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 1024

struct store {
    unsigned head, tail;
    struct bucket {
        int key;
        short value;
    } buckets[SIZE];
    unsigned char slots[SIZE];
} *store;

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

static struct bucket *find(int key)
{
    unsigned at = (unsigned)key * 2654435761u & (SIZE - 1);
    while (store->buckets[at].key != 0 && store->buckets[at].key != key)
        at = (at + 1) & (SIZE - 1);
    return &store->buckets[at];
}

static void *fill(void *argument)
{
    int key = (int)(long)argument;
    pthread_mutex_lock(&lock);
    struct bucket *bucket = find(key);
    bucket->key = key;
    bucket->value = 7;
    store->head++;
    pthread_mutex_unlock(&lock);
    store->slots[(store->head - 1) & (SIZE - 1)] = 7;
    return 0;
}

int main(void)
{
    pthread_t thread[2];
    store = malloc(sizeof *store);
    memset(store, 0, sizeof *store);
    pthread_create(&thread[0], 0, fill, (void *)1);
    pthread_create(&thread[1], 0, fill, (void *)2);
    pthread_mutex_lock(&lock);
    struct bucket *bucket = find(2);
    assert(bucket->key == 0 || bucket->value == 7);
    if (store->tail != store->head) {
        int value = store->slots[store->tail & (SIZE - 1)];
        /* The slot is filled after the lock is released. */
        assert(value == 7);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}
