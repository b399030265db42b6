// expect: violated assert line=54
// rounds: 3   unwind: 2   min-rounds: 2
// data-models: both

/* A table with open addressing that one thread replaces by a larger one. How large the new one is comes from memory
   that both threads change, so that its size is found out late. What was put into the old table is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct entry {
    int key, value;
};

struct entry *table;
unsigned capacity = 4;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int key, int value)
{
    unsigned at = (unsigned)key * 31u & (capacity - 1);
    while (table[at].key != 0 && table[at].key != key)
        at = (at + 1) & (capacity - 1);
    table[at].key = key;
    table[at].value = value;
}

static void *grow(void *unused)
{
    pthread_mutex_lock(&lock);
    capacity *= 2;
    table = calloc(capacity, sizeof(struct entry));
    put(2, 20);
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *insert(void *unused)
{
    pthread_mutex_lock(&lock);
    put(1, 10);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    table = calloc(capacity, sizeof(struct entry));
    pthread_create(&one, 0, insert, 0);
    pthread_create(&other, 0, grow, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(table[31 & (capacity - 1)].value == 10);
    return 0;
}
