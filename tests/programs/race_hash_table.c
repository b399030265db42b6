// expect: safe
// options: --check race

/* Every bucket has its lock, and everyone takes it. */
#include <pthread.h>

#define BUCKETS 2

struct bucket {
    pthread_mutex_t lock;
    int keys[2];
    int count;
};

static struct bucket table[BUCKETS] = {
    { PTHREAD_MUTEX_INITIALIZER, { 0 }, 0 },
    { PTHREAD_MUTEX_INITIALIZER, { 0 }, 0 },
};

static void insert(int key) {
    struct bucket *bucket = &table[key % BUCKETS];
    pthread_mutex_lock(&bucket->lock);
    bucket->keys[bucket->count] = key;
    bucket->count++;
    pthread_mutex_unlock(&bucket->lock);
}

static int size(void) {
    int sum = 0;
    for (int i = 0; i < BUCKETS; i++) {
        pthread_mutex_lock(&table[i].lock);
        sum += table[i].count;
        pthread_mutex_unlock(&table[i].lock);
    }
    return sum;
}

static void *fill(void *arg) {
    insert(3);
    insert(4);
    return arg;
}

static void *look(void *arg) {
    return size() > 2 ? arg : 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, fill, 0);
    pthread_create(&second, 0, look, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
