// expect: safe

/* The statistics of a cache, kept under a spinlock: every lookup is a hit or a miss. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_spinlock_t lock;
static unsigned lookups, hits, misses;

static void count(bool found) {
    pthread_spin_lock(&lock);
    lookups++;
    if (found)
        hits++;
    else
        misses++;
    pthread_spin_unlock(&lock);
}

static void *worker(void *unused) {
    for (unsigned key = 0;; key++)
        count(key % 2 == 0);
}

static void *reporter(void *unused) {
    for (;;) {
        pthread_spin_lock(&lock);
        assert(hits + misses == lookups);
        pthread_spin_unlock(&lock);
    }
}

int main(void) {
    pthread_t first, second;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    reporter(NULL);
    return 0;
}
